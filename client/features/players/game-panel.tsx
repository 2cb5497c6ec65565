import { call } from '#client/lib/api.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { useAction } from '#client/lib/use-action.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { Columns, Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { adminLimits, teleportPlayer } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

export function GamePanel({ user }: { user: ManagedUser }) {
  const { username, version } = user;
  return (
    <Panel variant="plain" heading="In the Game" icon="server">
      <Row spread>
        <Text tone="muted" className="sans">
          {user.isOnline
            ? `${username} is in the game right now.`
            : `${username} does not seem to be in the game.`}
        </Text>
        <ActionButton
          tone="danger"
          size="sm"
          disabled={!user.isOnline}
          action={{
            name: 'Kick',
            icon: 'logout',
            ask: `Kick ${username} from the game?`,
            danger: true,
            call: () =>
              call('POST /api/admin/users/{username}/kick', {
                params: { username },
                body: { version },
              }),
            done: `The kick command for ${username} was sent to the game.`,
          }}
        />
      </Row>
      <hr />
      <TeleportForm user={user} />
    </Panel>
  );
}

function TeleportForm({ user: { username, version } }: { user: ManagedUser }) {
  const { run } = useAction();
  const form = useForm({
    check: ({ x, y, height }) =>
      checkValues(teleportPlayer.body!, {
        x: toNumber(x),
        y: toNumber(y),
        height: toNumber(height),
        version,
      }),
    send: (body) =>
      run({
        ask: `Teleport ${username} to ${body.x}, ${body.y} at height ${body.height}?`,
        confirmLabel: 'Teleport',
        call: () =>
          call('POST /api/admin/users/{username}/teleport', { params: { username }, body }),
        done: `The teleport command for ${username} was sent to the game.`,
      }),
  });
  const field = (name: string, max: number) => ({
    required: true,
    min: 0,
    max,
    ...form.field(name),
  });
  return (
    <Form form={form} tone="secondary" icon="arrow-right" submitLabel="Teleport">
      <Columns min="xs" gap={3}>
        <NumberField label="X" {...field('x', adminLimits.coordinate)} />
        <NumberField label="Y" {...field('y', adminLimits.coordinate)} />
        <NumberField label="Height" defaultValue={0} {...field('height', adminLimits.height)} />
      </Columns>
    </Form>
  );
}
