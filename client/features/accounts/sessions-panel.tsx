import { useMutation, useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { OwnSession } from '#shared/accounts.ts';

import { sessionsQuery } from './accounts.queries.ts';
import { textOf } from './refusals.ts';

import styles from './sessions-panel.module.css';

export function SessionsPanel() {
  const sessions = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: (id: string) => call('DELETE /api/account/sessions/{id}', { params: { id } }),
    onSettled: refreshList,
  });
  const endingOthers = useMutation({ mutationFn: endOthers, onSettled: refreshList });
  const error = ending.error ?? endingOthers.error;
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent);
  return (
    <Panel
      heading="Where you are signed in"
      icon="lock"
      actions={
        hasOthers && (
          <Button
            size="sm"
            icon="logout"
            pending={endingOthers.isPending}
            onClick={() => endingOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && (
        <Callout tone="danger" live>
          {textOf(error)}
        </Callout>
      )}
      {sessions.isPending && <Skeleton shape="block" height="72px" />}
      {sessions.isLoadingError && (
        <ErrorState
          heading="Your sessions could not be loaded."
          text={textOf(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <ul className={styles.list}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type RowProps = { session: OwnSession; isEnding: boolean; onEnd: () => void };

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  return (
    <li className={styles.row}>
      <Icon name={session.isCurrent ? 'user' : 'server'} size="md" className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.device}>
          {session.device}
          {session.isCurrent && (
            <Chip tone="moss" dot>
              This device
            </Chip>
          )}
        </p>
        <p className={styles.facts}>
          {session.ip} · signed in <Timestamp at={session.createdAt} /> · last seen{' '}
          <Timestamp at={session.lastSeenAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          tone="quiet"
          icon="logout"
          pending={isEnding}
          aria-label={`Sign out ${session.device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function Timestamp({ at }: { at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}

async function endOthers(): Promise<void> {
  const isSure = await askConfirm('Sign out on every other device?', { confirmLabel: 'Sign out' });
  if (isSure) await call('DELETE /api/account/sessions', {});
}

function refreshList(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
