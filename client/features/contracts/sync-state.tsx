import { Icon } from '#client/ui/icon.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';

import styles from './admin-contracts-page.module.css';

type Props = { sync: { server: string; state: string | null; at: string | null }[] };

const stateTexts: Record<string, string> = {
  waiting: 'will load the contracts when it connects',
  sent: 'was told to load the contracts',
  done: 'has loaded the contracts',
  failed: 'could not load the contracts',
  unsupported: 'does not use contracts',
  expired: 'did not load the contracts in time',
};

/** Whether each game server has loaded the latest change. */
export function SyncState({ sync }: Props) {
  const known = sync.filter(({ state }) => state !== null);
  if (known.length === 0) return null;
  return (
    <div className={styles.sync}>
      {known.map(({ server, state, at }) => (
        <span key={server}>
          <Icon name={state === 'done' ? 'check' : state === 'failed' ? 'warning' : 'refresh'} />
          <span>
            {server} {stateTexts[state ?? ''] ?? state}
            {at && (
              <>
                {' · '}
                <Timestamp at={at} />
              </>
            )}
          </span>
        </span>
      ))}
    </div>
  );
}
