import { call } from '#client/lib/api.ts';
import type { Action } from '#client/lib/use-action.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';

export function PlayerSessionsPanel({ user }: { user: ManagedUser }) {
  const { username } = user;
  const sessions = user.sessions ?? [];
  const query = { version: String(user.version) };
  const signOut = (where: string): Omit<Action, 'name' | 'call'> => ({
    icon: 'logout',
    ask: `Sign ${username} out ${where}?`,
    danger: true,
    done: `${username} is signed out ${where}.`,
  });
  return (
    <Panel
      variant="plain"
      heading="Sessions"
      icon="lock"
      actions={
        sessions.length > 0 && (
          <ActionButton
            size="sm"
            action={{
              ...signOut('everywhere'),
              name: 'Sign Out Everywhere',
              call: () =>
                call('DELETE /api/admin/users/{username}/sessions', {
                  params: { username },
                  query,
                }),
            }}
          />
        )
      }
    >
      <Entries empty="Not signed in anywhere.">
        {sessions.map(({ id, device, ip, createdAt, lastSeenAt }) => (
          <Entry
            key={id}
            text={device}
            facts={
              <>
                {ip} · since <Timestamp at={createdAt} /> · last seen <Timestamp at={lastSeenAt} />
              </>
            }
            actions={
              <ActionButton
                size="sm"
                tone="quiet"
                label={`Sign out ${device}`}
                action={{
                  ...signOut(`of ${device}`),
                  name: 'Sign Out',
                  call: () =>
                    call('DELETE /api/admin/users/{username}/sessions/{id}', {
                      params: { username, id },
                      query,
                    }),
                }}
              />
            }
          />
        ))}
      </Entries>
    </Panel>
  );
}
