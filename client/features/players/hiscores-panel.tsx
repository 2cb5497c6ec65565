import { call } from '#client/lib/api.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';

export function HiscoresPanel({ user: { username, totalLevel } }: { user: ManagedUser }) {
  return (
    <Panel variant="plain" heading="Hiscores" icon="chart">
      <Row spread>
        <Text tone="muted" className="sans">
          {totalLevel === null
            ? 'No game has reported levels of this player.'
            : `Total level ${totalLevel.toLocaleString('en')}.`}
        </Text>
        {totalLevel !== null && (
          <ActionButton
            tone="danger"
            size="sm"
            action={{
              name: 'Reset Hiscores',
              ask: `Reset the hiscores of ${username}? The levels, ranks and history on this site are removed. Reports from before the reset no longer count. The game is not changed: reset the character there first, or the next report brings the levels back.`,
              confirmLabel: 'Reset',
              danger: true,
              call: () => call('DELETE /api/admin/hiscores/{username}', { params: { username } }),
              done: `The hiscores of ${username} were reset.`,
            }}
          />
        )}
      </Row>
    </Panel>
  );
}
