import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import { useAction } from '#client/lib/use-action.ts';
import { useMay } from '#client/lib/use-may.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { InlineForm } from '#client/ui/form/form.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

import { sendCommand } from './commands.queries.ts';

type Props = { servers: GameServer[] };

const countdowns = [
  { value: '0', label: 'At once' },
  { value: '60', label: 'In 1 minute' },
  { value: '300', label: 'In 5 minutes' },
  { value: '900', label: 'In 15 minutes' },
  { value: '1800', label: 'In 30 minutes' },
];

export function ActionsPanel({ servers }: Props) {
  const may = useMay();
  const [selectedId, setSelectedId] = useState('');
  const target = servers.find(({ id }) => String(id) === selectedId);
  const isOffline = (target ? [target] : servers).every(({ isOnline }) => !isOnline);
  const serverId = target?.id;
  return (
    <Stack>
      <Panel variant="plain" heading="Actions" icon="bell">
        <Stack gap={4}>
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
        </Stack>
        {may() && (
          <>
            <hr />
            <Kick serverId={serverId} servers={servers} />
          </>
        )}
      </Panel>
      <Panel variant="plain" heading="Restart" icon="warning">
        <Restart serverId={serverId} name={target?.name ?? 'the game'} />
      </Panel>
    </Stack>
  );
}

type Target = { serverId: number | undefined };

function Broadcast({ serverId }: Target) {
  const form = useForm({
    check: (fields) => ({ data: fields['message']?.trim() ?? '' }),
    send: (message) => sendCommand({ type: 'broadcast', args: { message }, serverId }),
    done: 'Broadcast sent.',
    onDone: (): void => form.reset(),
    onlyField: 'message',
  });
  return (
    <InlineForm form={form} submitLabel="Send" icon="bell">
      <TextField
        required
        {...form.field('message')}
        label="Broadcast"
        placeholder="Shown to everyone in the game"
        maxLength={200}
      />
    </InlineForm>
  );
}

function Kick({ serverId, servers }: Target & Props) {
  const form = useForm({
    check: (fields) => ({ data: fields['player']?.trim() ?? '' }),
    send: (player) => sendCommand({ type: 'kick', args: { player }, serverId }),
    done: (_, player) => `Kick command sent for ${player}.`,
    onDone: (): void => form.reset(),
    onlyField: 'player',
  });
  const names = [...new Set(servers.flatMap(({ players }) => players))].toSorted();
  return (
    <InlineForm form={form} submitLabel="Kick" icon="logout">
      <TextField
        required
        {...form.field('player')}
        label="Kick"
        placeholder="Player name"
        list="players-online"
        maxLength={40}
      />
      <datalist id="players-online">
        {names.map((name) => (
          <option key={name} value={name} aria-label={name} />
        ))}
      </datalist>
    </InlineForm>
  );
}

function Restart({ serverId, name }: Target & { name: string }) {
  const { run } = useAction();
  const form = useForm({
    check: (fields) => ({ data: Number(fields['seconds']) }),
    send: (seconds) =>
      run({
        ask: `Restart ${name} ${countdowns.find(({ value }) => value === String(seconds))?.label.toLowerCase()}? Players are warned and then disconnected.`,
        confirmLabel: 'Restart',
        danger: true,
        call: () => sendCommand({ type: 'restart', args: { seconds }, serverId }),
        done: 'Restart command sent.',
      }),
  });

  return (
    <InlineForm form={form} submitLabel="Restart" tone="danger" icon="refresh">
      <SelectField
        {...form.field('seconds')}
        label="When"
        defaultValue="300"
        options={countdowns}
      />
    </InlineForm>
  );
}
