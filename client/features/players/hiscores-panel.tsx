import { call } from '#client/lib/api.ts';
import { useAction } from '#client/lib/use-action.ts';
import { Button } from '#client/ui/button.tsx';
import { Row } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { ManagedUser } from '#shared/players.ts';

import styles from './managed-player.module.css';

export function HiscoresPanel({ user: { username, totalLevel } }: { user: ManagedUser }) {
  const { run, isPending } = useAction();

  function reset() {
    void run({
      ask: `Reset the hiscores of ${username}? The levels, ranks and history on this site are removed. Reports from before the reset no longer count. The game is not changed: reset the character there first, or the next report brings the levels back.`,
      confirmLabel: 'Reset',
      danger: true,
      call: () => call('DELETE /api/admin/hiscores/{username}', { params: { username } }),
      done: `The hiscores of ${username} were reset.`,
    });
  }

  return (
    <Panel variant="plain" heading="Hiscores" icon="chart">
      <Row spread>
        <p className={styles.note}>
          {totalLevel === null
            ? 'No game has reported levels of this player.'
            : `Total level ${totalLevel.toLocaleString('en')}.`}
        </p>
        {totalLevel !== null && (
          <Button tone="danger" size="sm" pending={isPending} onClick={reset}>
            Reset Hiscores
          </Button>
        )}
      </Row>
    </Panel>
  );
}
