import { useMutation } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { GameServer } from '#shared/game-servers.ts';

import { countServerHiscores, resetServerHiscores, setServerHiscores } from './servers.queries.ts';

import styles from './server-card.module.css';

type Props = { server: GameServer };

/** Whether the server's levels are ranked, and the reset of what it reported. */
export function ServerHiscores({ server }: Props) {
  const switching = useMutation({
    mutationFn: (counts: boolean) => setServerHiscores(server.id, counts),
  });
  const resetting = useMutation({ mutationFn: () => confirmReset(server) });
  const counts = switching.isPending ? switching.variables : server.countsForHiscores;
  return (
    <div className={styles.section}>
      <div className={styles.sectionHead}>
        <h4>Hiscores</h4>
        <div className={styles.state}>
          <Button
            size="sm"
            icon="trash"
            pending={resetting.isPending}
            aria-label={`Reset the hiscores of ${server.name}`}
            onClick={() => resetting.mutate()}
          >
            Reset
          </Button>
          <Switch
            label={`${server.name} counts for the hiscores`}
            checked={counts}
            onChange={(next) => switching.mutate(next)}
          />
        </div>
      </div>
      <p className={styles.none}>
        {counts
          ? 'The levels that this server reports are ranked.'
          : 'The levels that this server reports are not ranked. Players it reported before stay in the hiscores until you reset them.'}
      </p>
      <Failure error={switching.error ?? resetting.error} />
    </div>
  );
}

async function confirmReset(server: GameServer): Promise<void> {
  const players = await countServerHiscores(server.id);
  if (players === 0) {
    showToast(`No player’s levels were last reported by ${server.name}.`);
    return;
  }
  const text = `Reset ${describePlayers(players)}? These are the players whose levels ${server.name} reported last. Their levels, ranks and history are removed, also what other servers reported earlier. ${
    server.countsForHiscores
      ? 'This server counts for the hiscores: its players come back when it reports them again.'
      : 'They come back only when a server that counts reports them.'
  }`;
  const options = { title: 'Reset Hiscores', confirmLabel: 'Reset', tone: 'danger' } as const;
  if (!(await askConfirm(text, options))) return;
  const { players: removed } = await resetServerHiscores(server.id);
  showToast(`${describePlayers(removed)} reset.`, { tone: 'success' });
}

function describePlayers(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'player' : 'players'}`;
}
