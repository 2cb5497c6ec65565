import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { call } from '#client/lib/api.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';
import {
  countVotes,
  describeEligibility,
  hasEnded,
  percentOf,
  pollCsvPath,
} from '#shared/rules/polls.ts';

import { turnoutQuery } from './admin-polls.queries.ts';
import { AnswerBars } from './poll-results.tsx';
import { PollState } from './poll-state.tsx';
import { TurnoutChart } from './turnout-chart.tsx';

type Props = { poll: ManagedPoll; players: number };

/** Kept up to date by the live stream. */
export function ManagedPollPanel({ poll, players }: Props) {
  const isEnded = hasEnded(poll, useNow(1000));
  return (
    <Panel
      variant="plain"
      heading={poll.title}
      icon="poll"
      actions={
        <LinkButton to="/admin/polls" tone="quiet" size="sm" icon="close">
          Close
        </LinkButton>
      }
    >
      <Stack gap={4} className="sans">
        <Stack gap={2}>
          <Row as="p" gap={4}>
            <PollState poll={poll} />
            {poll.version > 0 && <Chip icon="pencil">Edited</Chip>}
            <span>
              {isEnded ? 'Ended' : 'Ends'} <Timestamp at={poll.endTime} />
            </span>
            <span>
              {poll.voters.toLocaleString('en')} of {players.toLocaleString('en')} players voted (
              {percentOf(poll.voters, players)}%)
            </span>
          </Row>
          <Text tone="muted">{describeEligibility(poll) ?? 'Every player may vote.'}</Text>
        </Stack>
        <Actions poll={poll} isEnded={isEnded} />
        <Split second="smaller">
          <Results poll={poll} isEnded={isEnded} />
          <Turnout poll={poll} />
        </Split>
      </Stack>
    </Panel>
  );
}

function Results({ poll, isEnded }: { poll: ManagedPoll; isEnded: boolean }) {
  return (
    <Stack as="section" aria-label="Results">
      {poll.questions.map((question, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- questions are identified by position
        <Stack gap={2} key={at}>
          <Text as="h3" size="lg" tone="bright" strong breaks>
            Q{at + 1}: {question.question}
          </Text>
          <AnswerBars question={question} isEnded={isEnded} onStone />
        </Stack>
      ))}
    </Stack>
  );
}

function Turnout({ poll }: { poll: ManagedPoll }) {
  const { data, isError } = useQuery(turnoutQuery(poll.id));
  return (
    <Stack as="section" gap={2} aria-label="Turnout over time">
      <Text as="h3" size="lg" tone="bright" strong>
        Turnout Over Time
      </Text>
      {data ? (
        <TurnoutChart turnout={data} />
      ) : isError ? (
        <Text tone="muted">The turnout could not be loaded.</Text>
      ) : (
        <Skeleton height="180px" shape="block" />
      )}
    </Stack>
  );
}

function Actions({ poll, isEnded }: { poll: ManagedPoll; isEnded: boolean }) {
  const navigate = useNavigate();
  const { id, title, voters } = poll;
  const params = { id };
  return (
    <Row gap={2}>
      {!isEnded && (
        <LinkButton to="/admin/polls" search={{ edit: id }} size="sm" icon="pencil">
          Edit
        </LinkButton>
      )}
      {!isEnded && (
        <ActionButton
          size="sm"
          action={{
            name: 'End Now',
            icon: 'lock',
            ask: `End “${title}” now? The votes cast so far decide the result. The poll cannot be reopened.`,
            confirmLabel: 'End Poll',
            danger: true,
            call: () => call('POST /api/admin/polls/{id}/end', { params }),
            done: 'The poll has ended.',
            refresh: ['polls'],
          }}
        />
      )}
      <LinkButton to="/admin/polls" search={{ copy: id }} size="sm" icon="copy">
        Duplicate
      </LinkButton>
      <ButtonLink size="sm" icon="download" href={pollCsvPath(id)} download>
        CSV
      </ButtonLink>
      <LinkButton to="/polls/$id" params={params} size="sm" icon="eye">
        View
      </LinkButton>
      <ActionButton
        size="sm"
        tone="danger"
        action={{
          name: 'Delete',
          icon: 'trash',
          ask: `Are you sure you want to delete this poll? ${countVotes(voters)} will be lost.`,
          danger: true,
          call: async () => {
            await call('DELETE /api/admin/polls/{id}', { params });
            await navigate({ to: '/admin/polls', search: {} });
          },
          done: 'The poll was deleted.',
          refresh: ['polls'],
        }}
      />
    </Row>
  );
}
