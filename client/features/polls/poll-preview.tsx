import { fromLocalInput } from '#client/lib/local-input.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { describeEligibility, formatPollDate } from '#shared/rules/polls.ts';

import type { EditedPoll } from './poll-draft.ts';
import { QuestionSheet } from './question-sheet.tsx';

/** The poll as players see it. Its answers cannot be chosen. */
export function PollPreview({ poll }: { poll: EditedPoll }) {
  const rule = describeEligibility({
    minAccountAgeDays: Number(poll.minAccountAgeDays) || 0,
    minTotalLevel: Number(poll.minTotalLevel) || 0,
  });
  return (
    <Stack as="section" gap={4} aria-label="Preview as the player sees it">
      <Text size="md" tone="muted" strong>
        As the player sees it
      </Text>
      <Stack gap={4} inert>
        <Text as="h3" breaks>
          {poll.title.trim() || 'Title'}
        </Text>
        <Row as="p" gap={2} className="sans">
          <Icon name="clock" />
          Ends {formatPollDate(fromLocalInput(poll.end))}
        </Row>
        {rule && (
          <Row as="p" gap={2} className="sans">
            <Icon name="shield" />
            {rule}
          </Row>
        )}
        {poll.questions.map(({ key, text, answers }, at) => (
          <QuestionSheet
            key={key}
            at={at}
            question={text.trim() || 'Question'}
            answers={answers.map((answer, place) => answer.text.trim() || `Answer ${place + 1}`)}
          />
        ))}
      </Stack>
    </Stack>
  );
}
