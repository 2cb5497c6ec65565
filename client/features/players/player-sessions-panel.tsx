import { call } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

export function PlayerSessionsPanel({ user }: { user: ManagedUser }) {
  const { run, isPending } = usePlayerChange(user);
  const { username, sessions } = user;
  const query = { version: String(user.version) };
  function endAll() {
    void run({
      question: `Sign ${username} out everywhere?`,
      confirmLabel: 'Sign out everywhere',
      isDangerous: true,
      send: () =>
        call('DELETE /api/admin/users/{username}/sessions', { params: { username }, query }),
      done: `${username} is signed out everywhere.`,
    });
  }
  function endOne(id: string, device: string) {
    void run({
      question: `Sign ${username} out of ${device}?`,
      confirmLabel: 'Sign out',
      isDangerous: true,
      send: () =>
        call('DELETE /api/admin/users/{username}/sessions/{id}', {
          params: { username, id },
          query,
        }),
      done: `${username} is signed out of ${device}.`,
    });
  }
  return (
    <Panel
      variant="plain"
      heading="Sessions"
      icon="lock"
      actions={
        sessions.length > 0 && (
          <Button size="sm" icon="logout" pending={isPending} onClick={endAll}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className={styles.note}>Not signed in anywhere.</p>
      ) : (
        <ul className={styles.list}>
          {sessions.map(({ id, device, ip, createdAt, lastSeenAt }) => (
            <li key={id} className={styles.entry}>
              <div>
                <p className={styles.text}>{device}</p>
                <p className={styles.facts}>
                  {ip} · since <Timestamp at={createdAt} /> · last seen{' '}
                  <Timestamp at={lastSeenAt} />
                </p>
              </div>
              <Button
                size="sm"
                tone="quiet"
                icon="logout"
                aria-label={`Sign out ${device}`}
                onClick={() => endOne(id, device)}
              >
                Sign out
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
