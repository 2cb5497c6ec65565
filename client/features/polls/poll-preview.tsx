import { fromLocalInput } from '#client/lib/local-input.ts';
import { Icon } from '#client/ui/icon.tsx';
import { describeEligibility, formatPollDate } from '#shared/poll-rules.ts';

import type { EditedPoll } from './poll-draft.ts';
import { QuestionSheet } from './question-sheet.tsx';

import styles from './poll-editor.module.css';

/** The poll as players see it. Its answers cannot be chosen. */
export function PollPreview({ poll }: { poll: EditedPoll }) {
  const rule = describeEligibility({
    minAccountAgeDays: Number(poll.minAccountAgeDays) || 0,
    minTotalLevel: Number(poll.minTotalLevel) || 0,
  });
  return (
    <section aria-label="Preview as the player sees it" className={styles.preview}>
      <p className={styles.caption}>As the player sees it</p>
      <div inert className={styles.preview}>
        <h3 className={styles.previewTitle}>{poll.title.trim() || 'Title'}</h3>
        <p className={styles.facts}>
          <Icon name="clock" />
          Ends {formatPollDate(fromLocalInput(poll.end))}
        </p>
        {rule && (
          <p className={styles.facts}>
            <Icon name="shield" />
            {rule}
          </p>
        )}
        {poll.questions.map(({ key, text, answers }, at) => (
          <QuestionSheet
            key={key}
            at={at}
            question={text.trim() || 'Question'}
            answers={answers.map((answer, place) => answer.text.trim() || `Answer ${place + 1}`)}
          />
        ))}
      </div>
    </section>
  );
}
