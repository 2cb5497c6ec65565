import { useSession } from '#client/lib/session.ts';
import { useAction } from '#client/lib/use-action.ts';
import { useWords } from '#client/lib/words.ts';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import type { VoteList } from '#shared/endpoints/votes.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { openList } from './votes.queries.ts';

import styles from './vote-page.module.css';

type Props = {
  list: VoteList;
  /** Undefined if the player may vote now. */
  waitUntil: string | undefined;
  /** The first list that is open: only its button is gold. */
  isNext: boolean;
};

export function ListCard({ list, waitUntil, isNext }: Props) {
  const { name, intervalHours, reward } = list;
  const words = useWords();
  return (
    <Panel className={styles.card} heading={name} headingLevel={2}>
      <ul className={styles.rewards} aria-label="Reward">
        {reward.coins > 0 && (
          <li>
            <Icon name="coins" />
            <strong>{reward.coins.toLocaleString('en')}</strong> {words.coins}
          </li>
        )}
        {reward.item && (
          <li>
            <Icon name="star" />
            {reward.item}
          </li>
        )}
      </ul>
      <p className={styles.interval}>Every {formatCount(intervalHours, 'hour')}</p>
      <div className={styles.act}>
        <VoteButton list={list} waitUntil={waitUntil} isNext={isNext} />
      </div>
    </Panel>
  );
}

function VoteButton({ list: { id, name }, waitUntil, isNext }: Props) {
  const { isLoggedIn } = useSession();
  const { run, isPending } = useAction();
  if (!isLoggedIn) {
    return (
      <LinkButton
        to="/login"
        search={{ redirect: '/vote' }}
        aria-label={`Log in to vote on ${name}`}
      >
        Log In to Vote
      </LinkButton>
    );
  }
  const button = (
    <Button
      tone={isNext ? 'primary' : 'secondary'}
      pending={isPending}
      aria-label={`Vote on ${name} (opens in a new tab)`}
      onClick={() => void run({ call: () => openList(id), refresh: ['me', 'GET /api/votes/own'] })}
    >
      Vote
      <Icon name="external" />
    </Button>
  );
  return (
    <Countdown until={waitUntil ? Date.parse(waitUntil) : Number.NaN} over={button}>
      {(left) => (
        <p className={styles.wait}>
          <Icon name="check" /> <span>Voted. Again in {left}</span>
        </p>
      )}
    </Countdown>
  );
}
