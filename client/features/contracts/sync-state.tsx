import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';

type Props = { sync: { server: string; state: string | null; at: string | null }[] };

const stateTexts: Record<string, string> = {
  waiting: 'will load the contracts when it connects',
  sent: 'was told to load the contracts',
  done: 'has loaded the contracts',
  failed: 'could not load the contracts',
  unsupported: 'does not use contracts',
  expired: 'did not load the contracts in time',
};

export function SyncState({ sync }: Props) {
  const known = sync.filter(({ state }) => state !== null);
  if (known.length === 0) return null;
  return (
    <Row gap={4} className="sans">
      {known.map(({ server, state, at }) => (
        <Row key={server} gap={2} nowrap>
          <Icon name={state === 'done' ? 'check' : state === 'failed' ? 'warning' : 'refresh'} />
          <Muted>
            {server} {stateTexts[state ?? ''] ?? state}
            {at && (
              <>
                {' · '}
                <Timestamp at={at} />
              </>
            )}
          </Muted>
        </Row>
      ))}
    </Row>
  );
}
