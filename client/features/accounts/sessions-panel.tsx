import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { OwnSession } from '#shared/endpoints/accounts.ts';

import { sessionsQuery } from './accounts.queries.ts';

const refresh = sessionsQuery.queryKey;

export function SessionsPanel() {
  const query = useQuery(sessionsQuery);
  return (
    <QueryPanel
      heading="Where You Are Signed In"
      icon="lock"
      query={query}
      errorHeading="Your sessions could not be loaded."
      height="72px"
      actions={
        query.data?.some(({ isCurrent }) => !isCurrent) && (
          <ActionButton
            size="sm"
            action={{
              name: 'Sign Out Everywhere Else',
              icon: 'logout',
              ask: 'Sign out on every other device?',
              confirmLabel: 'Sign Out',
              call: () => call('DELETE /api/account/sessions', {}),
              refresh,
            }}
          />
        )
      }
    >
      {(sessions) => (
        <Entries>
          {sessions.map((session) => (
            <SessionEntry key={session.id} session={session} />
          ))}
        </Entries>
      )}
    </QueryPanel>
  );
}

function SessionEntry({ session }: { session: OwnSession }) {
  const { id, isCurrent, device, ip, createdAt, lastSeenAt } = session;
  return (
    <Entry
      icon={isCurrent ? 'user' : 'server'}
      text={
        <>
          <strong>{device}</strong>{' '}
          {isCurrent && (
            <Chip tone="moss" dot>
              This device
            </Chip>
          )}
        </>
      }
      facts={
        <>
          {ip} · signed in <Timestamp at={createdAt} /> · last seen <Timestamp at={lastSeenAt} />
        </>
      }
      actions={
        !isCurrent && (
          <ActionButton
            size="sm"
            tone="quiet"
            label={`Sign out ${device}`}
            action={{
              name: 'Sign Out',
              icon: 'logout',
              call: () => call('DELETE /api/account/sessions/{id}', { params: { id } }),
              refresh,
            }}
          />
        )
      }
    />
  );
}
