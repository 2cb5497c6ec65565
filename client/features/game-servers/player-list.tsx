import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { useMay } from '#client/lib/use-may.ts';
import { ActionIcon } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';

import styles from './player-list.module.css';

type OnlinePlayer = { name: string; server: GameServer };

const shownAtFirst = 60;

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
        <Text tone="muted">No players are online.</Text>
      ) : (
        <Stack gap={3} className={styles.content}>
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
          {found.length === 0 && <Text tone="muted">No player by that name is online.</Text>}
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
        </Stack>
      )}
    </Panel>
  );
}

function Player({ name, server, hasWorlds }: OnlinePlayer & { hasWorlds: boolean }) {
  const may = useMay();
  const shown = formatUsername(name);
  return (
    <li className={styles.player}>
      {may('players') ? (
        <Link
          to="/admin/manage/$username"
          params={{ username: toUsernameKey(name) }}
          className={styles.name}
        >
          {shown}
        </Link>
      ) : (
        <span className={styles.name}>{shown}</span>
      )}
      {hasWorlds && (
        <Text as="span" size="sm" tone="muted">
          {server.name}
        </Text>
      )}
      {may() && (
        <ActionIcon
          label={`Kick ${shown}`}
          action={{
            name: 'Kick',
            icon: 'logout',
            call: () =>
              change('admin', 'POST /api/admin/commands', {
                body: { type: 'kick', args: { player: name }, serverId: server.id },
              }),
            done: `Kick command sent for ${shown}.`,
          }}
        />
      )}
    </li>
  );
}
