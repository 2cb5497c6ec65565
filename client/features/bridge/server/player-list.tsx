import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useMay } from '#client/lib/use-may.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { GameServer } from '#shared/game-servers.ts';
import { formatUsername, toUsernameKey } from '#shared/usernames.ts';

import { sendCommand } from './servers.queries.ts';

import styles from './player-list.module.css';

type OnlinePlayer = { name: string; server: GameServer };

const shownAtFirst = 60;

/** The players online at the last heartbeat. */
export function PlayerList({ servers }: { servers: GameServer[] }) {
  const [search, setSearch] = useState('');
  const [isShowingAll, setIsShowingAll] = useState(false);
  const players = servers
    .flatMap((server) => server.players.map((name) => ({ name, server })))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const key = toUsernameKey(search);
  const found = players.filter(({ name }) => toUsernameKey(name).includes(key));
  const shown = isShowingAll ? found : found.slice(0, shownAtFirst);
  return (
    <Panel variant="plain" heading={`Online Now (${players.length})`} icon="users">
      {players.length === 0 ? (
        <p className={styles.none}>No players are online.</p>
      ) : (
        <div className={styles.content}>
          {players.length > 8 && (
            <TextField
              hideLabel
              icon="search"
              label="Find an online player"
              placeholder="Find a player"
              value={search}
              maxLength={40}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          {found.length === 0 && <p className={styles.none}>No player by that name is online.</p>}
          <ul className={styles.list}>
            {shown.map((one) => (
              <Player
                key={`${one.server.id} ${one.name}`}
                {...one}
                hasWorlds={servers.length > 1}
              />
            ))}
          </ul>
          {shown.length < found.length && (
            <Button size="sm" onClick={() => setIsShowingAll(true)}>
              Show All {found.length.toLocaleString('en')}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

function Player({ name, server, hasWorlds }: OnlinePlayer & { hasWorlds: boolean }) {
  const may = useMay();
  const kicking = useMutation({
    mutationFn: () => sendCommand({ type: 'kick', args: { player: name }, serverId: server.id }),
    onSuccess: () =>
      showToast(`Kick command sent for ${formatUsername(name)}.`, { tone: 'success' }),
    onError: (error) => showToast(error.message, { tone: 'danger' }),
  });
  return (
    <li className={styles.player}>
      {may('players') ? (
        <Link
          to="/admin/manage/$username"
          params={{ username: toUsernameKey(name) }}
          className={styles.name}
        >
          {formatUsername(name)}
        </Link>
      ) : (
        <span className={styles.name}>{formatUsername(name)}</span>
      )}
      {hasWorlds && <span className={styles.world}>{server.name}</span>}
      {may() && (
        <IconButton
          icon="logout"
          size="sm"
          label={`Kick ${formatUsername(name)}`}
          pending={kicking.isPending}
          onClick={() => kicking.mutate()}
        />
      )}
    </li>
  );
}
