import { call } from '#client/lib/api.ts';
import { useAction } from '#client/lib/use-action.ts';
import { Button } from '#client/ui/button.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { ManagedUser } from '#shared/players.ts';

export function PlayerSessionsPanel({ user }: { user: ManagedUser }) {
  const { run, isPending } = useAction();
  const { username } = user;
  const sessions = user.sessions ?? [];
  const query = { version: String(user.version) };
  function signOut(where: string, confirmLabel: string, send: () => Promise<unknown>) {
    void run({
      ask: `Sign ${username} out ${where}?`,
      confirmLabel,
      danger: true,
      call: send,
      done: `${username} is signed out ${where}.`,
    });
  }
  function endAll() {
    signOut('everywhere', 'Sign out everywhere', () =>
      call('DELETE /api/admin/users/{username}/sessions', { params: { username }, query }),
    );
  }
  function endOne(id: string, device: string) {
    const params = { username, id };
    signOut(`of ${device}`, 'Sign out', () =>
      call('DELETE /api/admin/users/{username}/sessions/{id}', { params, query }),
    );
  }
  return (
    <Panel
      variant="plain"
      heading="Sessions"
      icon="lock"
      actions={
        sessions.length > 0 && (
          <Button size="sm" icon="logout" pending={isPending} onClick={endAll}>
            Sign Out Everywhere
          </Button>
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
              <Button
                size="sm"
                tone="quiet"
                icon="logout"
                aria-label={`Sign out ${device}`}
                onClick={() => endOne(id, device)}
              >
                Sign Out
              </Button>
            }
          />
        ))}
      </Entries>
    </Panel>
  );
}
