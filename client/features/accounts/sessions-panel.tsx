import { useMutation, useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { OwnSession } from '#shared/accounts.ts';

import { sessionsQuery } from './accounts.queries.ts';

export function SessionsPanel() {
  const query = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: (id: string) => call('DELETE /api/account/sessions/{id}', { params: { id } }),
    onSettled: refreshList,
  });
  const endingOthers = useMutation({ mutationFn: endOthers, onSettled: refreshList });
  return (
    <QueryPanel
      heading="Where You Are Signed In"
      icon="lock"
      query={query}
      errorHeading="Your sessions could not be loaded."
      height="72px"
      actions={
        query.data?.some(({ isCurrent }) => !isCurrent) && (
          <Button
            size="sm"
            icon="logout"
            pending={endingOthers.isPending}
            onClick={() => endingOthers.mutate()}
          >
            Sign Out Everywhere Else
          </Button>
        )
      }
    >
      {(sessions) => (
        <>
          <Failure error={ending.error ?? endingOthers.error} />
          <Entries>
            {sessions.map((session) => (
              <SessionEntry
                key={session.id}
                session={session}
                isEnding={ending.isPending && ending.variables === session.id}
                onEnd={() => ending.mutate(session.id)}
              />
            ))}
          </Entries>
        </>
      )}
    </QueryPanel>
  );
}

type EntryProps = { session: OwnSession; isEnding: boolean; onEnd: () => void };

function SessionEntry({ session, isEnding, onEnd }: EntryProps) {
  const { isCurrent, device, ip, createdAt, lastSeenAt } = session;
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
          <Button
            size="sm"
            tone="quiet"
            icon="logout"
            pending={isEnding}
            aria-label={`Sign out ${device}`}
            onClick={onEnd}
          >
            Sign Out
          </Button>
        )
      }
    />
  );
}

async function endOthers(): Promise<void> {
  const isSure = await askConfirm('Sign out on every other device?', { confirmLabel: 'Sign Out' });
  if (isSure) await call('DELETE /api/account/sessions', {});
}

function refreshList(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
