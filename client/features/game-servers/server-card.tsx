import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { change } from '#client/lib/change.ts';
import { useIsOn } from '#client/lib/site.ts';
import { useAction } from '#client/lib/use-action.ts';
import type { Action } from '#client/lib/use-action.ts';
import { useMay } from '#client/lib/use-may.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuItem } from '#client/ui/overlay/menu.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { GameServer, GameToken } from '#shared/endpoints/game-servers.ts';

import { describeAgo, describeSpan } from './describe-time.ts';
import { NameDialog } from './name-dialog.tsx';
import { scopeTexts } from './scope-texts.ts';
import { ServerHiscores } from './server-hiscores.tsx';
import { ShowToken } from './show-token.tsx';
import { TokenDialog } from './token-dialog.tsx';

type Props = { server: GameServer };

export function ServerCard({ server }: Props) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [isCreatingToken, setIsCreatingToken] = useState(false);
  const [token, setToken] = useState<string>();
  const { run } = useAction();
  const may = useMay();
  const isOn = useIsOn();
  const removal: MenuItem = {
    label: 'Remove',
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => void run(remove(server)),
  };
  return (
    <Panel
      variant="plain"
      heading={server.name}
      headingLevel={3}
      icon="server"
      actions={
        <Row gap={2}>
          <StateChip server={server} />
          <Menu
            icon="more"
            label={`Manage ${server.name}`}
            align="end"
            items={[
              { label: 'Rename', icon: 'pencil', onSelect: () => setIsRenaming(true) },
              may() && removal,
            ]}
          />
        </Row>
      }
    >
      <Stack gap={4}>
        <ServerFacts server={server} />
        {server.rejectedSaves > 0 && <RejectedSaves count={server.rejectedSaves} />}
      </Stack>
      {may() && (
        <>
          <hr />
          {isOn('hiscores') && (
            <>
              <ServerHiscores server={server} />
              <hr />
            </>
          )}
          <Tokens server={server} onRotated={setToken} onCreate={() => setIsCreatingToken(true)} />
        </>
      )}
      {isRenaming && (
        <NameDialog
          title="Rename the Server"
          submitLabel="Rename"
          initial={server.name}
          onSave={(name) =>
            change('admin', 'PATCH /api/admin/servers/{id}', {
              params: { id: String(server.id) },
              body: { name },
            })
          }
          onClose={() => setIsRenaming(false)}
        />
      )}
      {isCreatingToken && <TokenDialog server={server} onClose={() => setIsCreatingToken(false)} />}
      {token && <ShowToken token={token} server={server} onClose={() => setToken(undefined)} />}
    </Panel>
  );
}

type TokensProps = Props & { onRotated: (token: string) => void; onCreate: () => void };

function Tokens({ server, onRotated, onCreate }: TokensProps) {
  const isFull = server.tokens.length >= 2;
  return (
    <>
      <Row spread>
        <Text as="h4" size="md" tone="soft" strong>
          Tokens
        </Text>
        <Button
          size="sm"
          icon="plus"
          disabled={isFull}
          title={isFull ? 'This server already has two tokens. Revoke one first.' : undefined}
          onClick={onCreate}
        >
          New Token
        </Button>
      </Row>
      <Entries empty="The game cannot connect to the site until it has a token for this server.">
        {server.tokens.map((one) => (
          <TokenEntry key={one.id} server={server} token={one} onRotated={onRotated} />
        ))}
      </Entries>
    </>
  );
}

function StateChip({ server: { isOnline, state, heartbeatAt } }: Props) {
  if (isOnline && state === 'running') {
    return (
      <Chip tone="moss" dot>
        Online
      </Chip>
    );
  }
  if (isOnline) return <Chip tone="ember">{state === 'starting' ? 'Starting' : 'Stopping'}</Chip>;
  if (heartbeatAt) {
    return (
      <Chip tone="blood" icon="warning">
        Offline
      </Chip>
    );
  }
  return <Chip>Never seen</Chip>;
}

function ServerFacts({ server }: Props) {
  const now = useNow(5_000);
  const { online, max, isOnline, startedAt, heartbeatAt, version, itemCount } = server;
  return (
    <Facts
      facts={{
        Players: `${online.toLocaleString('en')}${max > 0 ? ` of ${max.toLocaleString('en')}` : ''}`,
        Uptime: isOnline && startedAt ? describeSpan(now - Date.parse(startedAt)) : null,
        'Last heartbeat': heartbeatAt ? describeAgo(now, heartbeatAt) : 'Never',
        Version: version || null,
        Queued: server.commandsWaiting,
        Items: itemCount === null ? 'Not reported' : itemCount.toLocaleString('en'),
      }}
    />
  );
}

function RejectedSaves({ count }: { count: number }) {
  return (
    <Callout tone="warning">
      {count === 1 ? 'A save of a player was' : `${count} saves of players were`} refused, for
      example because the game was updated. Nothing is lost: the adapter keeps them in the folder{' '}
      <code>rejected</code> of its <code>STATE_DIR</code>, with the reason beside each. Read the
      reasons, update the adapter if they say so, and move files that you no longer need out of the
      folder.
    </Callout>
  );
}

type EntryProps = { server: GameServer; token: GameToken; onRotated: (token: string) => void };

function TokenEntry({ server, token, onRotated }: EntryProps) {
  const now = useNow(5_000);
  const { hint, lastSeenAt, lastSeenIp, scopes, addresses, createdAt, createdBy } = token;
  const params = { id: String(server.id), tokenId: String(token.id) };
  return (
    <Entry
      wraps
      text={
        <>
          <code>
            gb_{server.id}_…{hint}
          </code>{' '}
          <Text as="span" tone="soft">
            {lastSeenAt
              ? `seen ${describeAgo(now, lastSeenAt)}${lastSeenIp ? ` from ${lastSeenIp}` : ''}`
              : 'never used'}
          </Text>
        </>
      }
      facts={
        <>
          {describeScopes(scopes)}
          {addresses.length > 0 && ` Only from ${addresses.join(', ')}.`} Created{' '}
          <Timestamp at={createdAt} /> by {createdBy}.
        </>
      }
      actions={
        <Row gap={6}>
          <ActionButton
            size="sm"
            disabled={server.tokens.length >= 2}
            action={{
              name: 'Rotate',
              icon: 'refresh',
              call: async () => {
                const rotate = 'POST /api/admin/servers/{id}/tokens/{tokenId}/rotate';
                onRotated((await call(rotate, { params })).token);
              },
            }}
          />
          <ActionButton
            size="sm"
            tone="danger"
            label={`Revoke the token ending in ${hint}`}
            action={{
              name: 'Revoke',
              ask: `Revoke the token ending in ${hint}? A game that still uses it is disconnected at once.`,
              danger: true,
              call: () => call('DELETE /api/admin/servers/{id}/tokens/{tokenId}', { params }),
              done: 'Token revoked.',
            }}
          />
        </Row>
      }
    />
  );
}

function describeScopes(scopes: string[]): string {
  const known = scopeTexts.filter(({ scope }) => scopes.includes(scope));
  if (known.length === scopeTexts.length) return 'All permissions.';
  return `Permissions: ${known.map(({ label }) => label.toLowerCase()).join(', ')}.`;
}

function remove({ id, name }: GameServer): Action {
  return {
    name: 'Remove',
    ask: `Remove ${name}? Its tokens are revoked, waiting commands are dropped, and its open deliveries must be checked by an admin. Items that only this server delivers are no longer sold. Its players stay in the hiscores: reset them first if they should not.`,
    danger: true,
    call: () => call('DELETE /api/admin/servers/{id}', { params: { id: String(id) } }),
    done: `${name} was removed.`,
  };
}
