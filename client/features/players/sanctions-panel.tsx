import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { ManagedSanction, ManagedUser } from '#shared/endpoints/players.ts';

import { SanctionDialog } from './sanction-dialog.tsx';

const labels = {
  ban: { impose: 'Ban', lift: 'Unban', active: 'Banned', inactive: 'Can sign in and play.' },
  mute: { impose: 'Mute', lift: 'Unmute', active: 'Muted', inactive: 'Can chat in the game.' },
} as const;

export function SanctionsPanel({ user }: { user: ManagedUser }) {
  // Keeps the player as it was when the dialog opened, so that its version does not change.
  const [opened, setOpened] = useState<{ kind: 'mute' | 'ban'; user: ManagedUser }>();
  return (
    <Panel variant="plain" heading="Mute and Ban" icon="lock">
      <Entries>
        {(['ban', 'mute'] as const).map((kind) => (
          <Sanction key={kind} kind={kind} user={user} onOpen={() => setOpened({ kind, user })} />
        ))}
      </Entries>
      {opened && (
        <SanctionDialog
          kind={opened.kind}
          players={[opened.user]}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Panel>
  );
}

type Props = { kind: 'mute' | 'ban'; user: ManagedUser; onOpen: () => void };

function Sanction({ kind, user, onOpen }: Props) {
  const { impose, lift, active, inactive } = labels[kind];
  const sanction = user[kind];
  const { username } = user;
  return (
    <Entry
      text={
        sanction ? (
          <>
            <Chip tone="blood" icon="lock">
              {active}
            </Chip>{' '}
            {sanction.reason}
          </>
        ) : (
          inactive
        )
      }
      facts={
        (sanction ?? user.isOwn) && (
          <>
            {sanction && <SanctionFacts sanction={sanction} />}
            {sanction && user.isOwn && <br />}
            {user.isOwn && 'This is you.'}
          </>
        )
      }
      actions={
        <>
          {sanction && (
            <ActionButton
              size="sm"
              action={{
                name: lift,
                icon: 'check',
                ask: `${lift} ${username}?`,
                call: () =>
                  call('DELETE /api/admin/users/{username}/sanctions/{kind}', {
                    params: { username, kind },
                    query: { version: String(user.version) },
                  }),
                done: `${username} is no longer ${active.toLowerCase()}.`,
              }}
            />
          )}
          <Button
            size="sm"
            tone={sanction ? 'quiet' : 'danger'}
            disabled={user.isOwn || (kind === 'ban' && user.isLastAdmin)}
            onClick={onOpen}
          >
            {sanction ? 'Change' : impose}
          </Button>
        </>
      }
    />
  );
}

export function SanctionHistory({ user }: { user: ManagedUser }) {
  return (
    <Panel variant="plain" heading="History of Mutes and Bans" icon="clock">
      <Entries empty="No mutes or bans so far.">
        {user.sanctions.map((sanction) => (
          <Entry
            key={sanction.id}
            text={
              <>
                <Chip tone={sanction.liftedAt ? 'neutral' : 'blood'}>
                  {labels[sanction.kind].impose}
                </Chip>{' '}
                {sanction.reason}
              </>
            }
            facts={<SanctionFacts sanction={sanction} />}
          />
        ))}
      </Entries>
    </Panel>
  );
}

function SanctionFacts({ sanction }: { sanction: ManagedSanction }) {
  const { issuedAt, issuedBy, source, expiresAt, liftedAt, liftedBy } = sanction;
  return (
    <>
      <Timestamp at={issuedAt} /> by {issuedBy}
      {source === 'game' && ' in the game'} ·{' '}
      {expiresAt ? (
        <>
          until <Timestamp at={expiresAt} />
        </>
      ) : (
        'permanent'
      )}
      {liftedAt && liftedBy !== 'expiry' && (
        <>
          {' '}
          · lifted <Timestamp at={liftedAt} /> by {liftedBy}
        </>
      )}
    </>
  );
}
