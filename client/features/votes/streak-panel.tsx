import { useWords } from '#client/lib/words.ts';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { OwnVotes, VoteOverview } from '#shared/endpoints/votes.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { describeReward } from './describe-reward.ts';

import styles from './vote-page.module.css';

type Props = { streak: VoteOverview['streak']; own: OwnVotes | undefined };

/** Above this number of days, the days are not drawn one by one. */
const maxDrawn = 14;

export function StreakPanel({ streak, own }: Props) {
  const words = useWords();
  if (!streak && !own) return null;
  const days = own?.streak ?? 0;
  const reward = streak && describeReward({ coins: streak.coins, items: [streak.item] }, words);
  const done = streak ? days % streak.days : 0;
  return (
    <Panel heading="Streak" headingLevel={2}>
      {own && (
        <p className={styles.days}>
          <strong>{days}</strong> {days === 1 ? 'day' : 'days'} in a row
        </p>
      )}
      {streak && own && streak.days <= maxDrawn && (
        <ol className={styles.dots} aria-hidden="true">
          {Array.from({ length: streak.days }, (_, at) => (
            <li key={at} className={at < done ? styles.lit : undefined} />
          ))}
        </ol>
      )}
      {streak && (
        <Text as="p" tone="muted">
          {own && done > 0
            ? `Vote on ${formatCount(streak.days - done, 'more day')} in a row for ${reward}.`
            : `Vote on ${formatCount(streak.days, 'day')} in a row for ${reward}.`}
        </Text>
      )}
    </Panel>
  );
}
