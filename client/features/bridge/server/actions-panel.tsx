import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { GameServer } from '#shared/game-servers.ts';

import { readField } from './read-field.ts';
import { sendCommand } from './servers.queries.ts';

import styles from './forms.module.css';

type Props = { servers: GameServer[] };

const countdowns = [
  { value: '0', label: 'At once' },
  { value: '60', label: 'In 1 minute' },
  { value: '300', label: 'In 5 minutes' },
  { value: '900', label: 'In 15 minutes' },
  { value: '1800', label: 'In 30 minutes' },
];

export function ActionsPanel({ servers }: Props) {
  const [selectedId, setSelectedId] = useState('');
  const target = servers.find(({ id }) => String(id) === selectedId);
  const isOffline = (target ? [target] : servers).every(({ isOnline }) => !isOnline);
  const serverId = target?.id;
  return (
    <Panel variant="plain" heading="Actions" icon="bell">
      <div className={styles.form}>
        {servers.length > 1 && (
          <SelectField
            label="Where"
            placeholder="Every server"
            value={selectedId}
            options={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setSelectedId(event.target.value)}
          />
        )}
        {isOffline && (
          <Callout tone="warning">
            The game is offline. Commands sent now expire after a minute.
          </Callout>
        )}
        <Broadcast serverId={serverId} />
        <Kick serverId={serverId} servers={servers} />
        <Restart serverId={serverId} name={target?.name ?? 'the game'} />
      </div>
    </Panel>
  );
}

type Target = { serverId: number | undefined };

function Broadcast({ serverId }: Target) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useMutation({
    mutationFn: (message: string) =>
      sendCommand({ type: 'broadcast', args: { message }, serverId }),
    onSuccess: () => {
      form.current?.reset();
      showToast('Broadcast sent.', { tone: 'success' });
    },
  });
  return (
    <form
      ref={form}
      className={styles.group}
      noValidate
      onSubmit={(event) => {
        const message = readText(event, 'message');
        if (!sending.isPending) sending.mutate(message);
      }}
    >
      <div className={styles.line}>
        <TextField
          required
          name="message"
          label="Broadcast"
          placeholder="Shown to everyone in the game"
          maxLength={200}
          autoComplete="off"
          error={sending.error?.message}
        />
        <Button type="submit" icon="bell" pending={sending.isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}

function Kick({ serverId, servers }: Target & Props) {
  const form = useRef<HTMLFormElement>(null);
  const kicking = useMutation({
    mutationFn: (player: string) => sendCommand({ type: 'kick', args: { player }, serverId }),
    onSuccess: (_, player) => {
      form.current?.reset();
      showToast(`Kick command sent for ${player}.`, { tone: 'success' });
    },
  });
  const names = [...new Set(servers.flatMap(({ players }) => players))].toSorted();
  return (
    <form
      ref={form}
      className={styles.group}
      noValidate
      onSubmit={(event) => {
        const player = readText(event, 'player');
        if (!kicking.isPending) kicking.mutate(player);
      }}
    >
      <div className={styles.line}>
        <TextField
          required
          name="player"
          label="Kick"
          placeholder="Player name"
          list="players-online"
          maxLength={40}
          autoComplete="off"
          error={kicking.error?.message}
        />
        <Button type="submit" icon="logout" pending={kicking.isPending}>
          Kick
        </Button>
      </div>
      <datalist id="players-online">
        {names.map((name) => (
          <option key={name} value={name} aria-label={name} />
        ))}
      </datalist>
    </form>
  );
}

function Restart({ serverId, name }: Target & { name: string }) {
  const restarting = useMutation({ mutationFn: restart });

  async function restart(seconds: number): Promise<void> {
    const when = countdowns.find(({ value }) => value === String(seconds))?.label.toLowerCase();
    const text = `Restart ${name} ${when}? Players are warned and then disconnected.`;
    if (!(await askConfirm(text, { confirmLabel: 'Restart', tone: 'danger' }))) return;
    await sendCommand({ type: 'restart', args: { seconds }, serverId });
    showToast('Restart command sent.', { tone: 'success' });
  }

  return (
    <form
      className={styles.group}
      noValidate
      onSubmit={(event) => {
        const seconds = Number(readText(event, 'seconds'));
        if (!restarting.isPending) restarting.mutate(seconds);
      }}
    >
      <div className={styles.line}>
        <SelectField
          name="seconds"
          label="Restart"
          defaultValue="300"
          options={countdowns}
          error={restarting.error?.message}
        />
        <Button type="submit" tone="danger" icon="refresh" pending={restarting.isPending}>
          Restart
        </Button>
      </div>
    </form>
  );
}

function readText(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault();
  return readField(event.currentTarget, name);
}
