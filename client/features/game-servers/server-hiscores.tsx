import { call } from '#client/lib/api.ts';
import type { Action } from '#client/lib/use-action.ts';
import { ActionButton, ActionSwitch } from '#client/ui/form/action-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';
import { formatCount } from '#shared/rules/format-count.ts';

type Props = { server: GameServer };

export function ServerHiscores({ server }: Props) {
  const params = { id: String(server.id) };
  return (
    <Stack gap={2}>
      <Row spread>
        <Text as="h4" size="md" tone="soft" strong>
          Hiscores
        </Text>
        <Row gap={2}>
          <ActionButton
            size="sm"
            label={`Reset the hiscores of ${server.name}`}
            action={reset(server)}
          />
          <ActionSwitch
            label={`${server.name} counts for the hiscores`}
            checked={server.countsForHiscores}
            action={(counts) => ({
              call: () =>
                call('PATCH /api/admin/servers/{id}/hiscores', { params, body: { counts } }),
            })}
          />
        </Row>
      </Row>
      <Text tone="muted">
        {server.countsForHiscores
          ? 'The levels that this server reports are ranked.'
          : 'The levels that this server reports are not ranked. Players it reported before stay in the hiscores until you reset them.'}
      </Text>
    </Stack>
  );
}

function reset({ id, name, countsForHiscores }: GameServer): Action<{ players: number }> {
  const params = { id: String(id) };
  return {
    name: 'Reset',
    icon: 'trash',
    async ask() {
      const { players } = await call('GET /api/admin/servers/{id}/hiscores', { params });
      if (players === 0) {
        showToast(`No player’s levels were last reported by ${name}.`);
        return false;
      }
      const text = `Reset ${formatCount(players, 'player')}? These are the players whose levels ${name} reported last. Their levels, ranks and history are removed, also what other servers reported earlier. ${
        countsForHiscores
          ? 'This server counts for the hiscores: its players come back when it reports them again.'
          : 'They come back only when a server that counts reports them.'
      }`;
      return askConfirm(text, { title: 'Reset Hiscores', confirmLabel: 'Reset', tone: 'danger' });
    },
    call: () => call('DELETE /api/admin/servers/{id}/hiscores', { params }),
    done: ({ players }) => `${formatCount(players, 'player')} reset.`,
  };
}
