import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { RadioCards } from '#client/ui/choice.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SwitchField } from '#client/ui/switch.tsx';
import { rankNames } from '#shared/players.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

const explanations: Record<string, string> = {
  0: 'Plays, votes and buys.',
  1: 'A silver crown; moderates in the game.',
  2: 'A gold crown; hosts and edits events.',
  3: 'Everything, including this area.',
};

export function RightsPanel({ user }: { user: ManagedUser }) {
  const [chosen, setChosen] = useState<number>();
  const { run, isPending } = usePlayerChange();
  const rights = chosen ?? user.userRights;
  const disabledReason = disabledReasonFor(user);

  async function save() {
    const body = { rights, version: user.version };
    await run({
      question: `Make ${user.username} ${describeRank(rights)}? They are ${describeRank(user.userRights)} now.${rights > user.userRights ? ' They will be signed out and have to log in again.' : ''}`,
      confirmLabel: 'Change Rights',
      isDangerous: true,
      send: () =>
        call('PUT /api/admin/users/{username}/rights', {
          params: { username: user.username },
          body,
        }),
      done: `${user.username} is now ${describeRank(rights)}.`,
    });
    setChosen(undefined);
  }

  return (
    <Panel variant="plain" heading="Rights" icon="coronet">
      <Stack gap={4}>
        <RadioCards
          legend="Rank"
          name="rights"
          inline
          value={String(rights)}
          hint={disabledReason}
          options={Object.entries(rankNames).map(([value, label]) => ({
            value,
            label,
            description: explanations[value],
            disabled: disabledReason !== undefined,
          }))}
          onChange={(value) => setChosen(Number(value))}
        />
        <Row>
          <Button
            tone="primary"
            disabled={rights === user.userRights}
            pending={isPending}
            onClick={() => void save()}
          >
            Change Rights
          </Button>
        </Row>
      </Stack>
      <hr className={styles.rule} />
      <CommunityManager user={user} />
    </Panel>
  );
}

function CommunityManager({ user }: { user: ManagedUser }) {
  const { run } = usePlayerChange();
  const communityManager = !user.communityManager;
  function toggle() {
    void run({
      send: () =>
        call('PUT /api/admin/users/{username}/community-manager', {
          params: { username: user.username },
          body: { communityManager, version: user.version },
        }),
      done: communityManager
        ? `${user.username} is now a community manager.`
        : `${user.username} is no longer a community manager.`,
    });
  }
  return (
    <SwitchField
      label="Community manager"
      hint="Can host events, which are then labelled “Official Community Event”."
      checked={user.communityManager}
      onChange={toggle}
    />
  );
}

function disabledReasonFor({ isOwn, isLastAdmin }: ManagedUser): string | undefined {
  if (isLastAdmin) return 'There must always be one admin.';
  return isOwn ? 'You cannot change your own rights. Ask another admin.' : undefined;
}

function describeRank(rights: number): string {
  const name = rankNames[rights] ?? 'Player';
  if (name === 'Staff') return 'staff';
  return `${name === 'Admin' ? 'an' : 'a'} ${name.toLowerCase()}`;
}
