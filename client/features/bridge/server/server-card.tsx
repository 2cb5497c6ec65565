import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useMay } from '#client/lib/use-may.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout, Failure } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Facts } from '#client/ui/facts.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Menu } from '#client/ui/menu.tsx';
import type { MenuItem } from '#client/ui/menu.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { GameServer, GameToken } from '#shared/game-servers.ts';

import { describeAgo, describeSpan } from './describe-time.ts';
import { NameDialog } from './name-dialog.tsx';
import { scopeTexts } from './scope-texts.ts';
import { ServerHiscores } from './server-hiscores.tsx';
import { removeServer, revokeToken, renameServer, rotateToken } from './servers.queries.ts';
import { ShowToken } from './show-token.tsx';
import { TokenDialog } from './token-dialog.tsx';

import styles from './server-card.module.css';

type Props = { server: GameServer };

export function ServerCard({ server }: Props) {
  const [isRenaming, setIsRenaming] = useState(false);
  const [isCreatingToken, setIsCreatingToken] = useState(false);
  const [token, setToken] = useState<string>();
  const removing = useMutation({ mutationFn: () => confirmRemove(server) });
  const may = useMay();
  const removal: MenuItem = {
    label: 'Remove',
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => removing.mutate(),
  };
  return (
    <Panel
      variant="plain"
      heading={server.name}
      headingLevel={3}
      icon="server"
      actions={
        <div className={styles.state}>
          <StateChip server={server} />
          <Menu
            icon="more"
            label={`Manage ${server.name}`}
            align="end"
            items={[
              { label: 'Rename', icon: 'pencil', onSelect: () => setIsRenaming(true) },
              ...(may() ? [removal] : []),
            ]}
          />
        </div>
      }
    >
      <Stack gap={4}>
        <ServerFacts server={server} />
        {server.rejectedSaves > 0 && <RejectedSaves count={server.rejectedSaves} />}
        <Failure error={removing.error} />
      </Stack>
      {may() && (
        <>
          <ServerHiscores server={server} />
          <Tokens server={server} onRotated={setToken} onCreate={() => setIsCreatingToken(true)} />
        </>
      )}
      {isRenaming && (
        <NameDialog
          title="Rename the Server"
          submitLabel="Rename"
          initial={server.name}
          onSave={(name) => renameServer(server.id, name)}
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
    <div className={styles.section}>
      <div className={styles.sectionHead}>
        <h4>Tokens</h4>
        <Button
          size="sm"
          icon="plus"
          disabled={isFull}
          title={isFull ? 'This server already has two tokens. Revoke one first.' : undefined}
          onClick={onCreate}
        >
          New Token
        </Button>
      </div>
      {server.tokens.length === 0 ? (
        <p className={styles.none}>
          The game cannot connect to the site until it has a token for this server.
        </p>
      ) : (
        <ul className={styles.list}>
          {server.tokens.map((one) => (
            <TokenRow key={one.id} server={server} token={one} onRotated={onRotated} />
          ))}
        </ul>
      )}
    </div>
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
      facts={[
        [
          'Players',
          `${online.toLocaleString('en')}${max > 0 ? ` of ${max.toLocaleString('en')}` : ''}`,
        ],
        ['Uptime', isOnline && startedAt ? describeSpan(now - Date.parse(startedAt)) : '–'],
        ['Last heartbeat', heartbeatAt ? describeAgo(now, heartbeatAt) : 'Never'],
        ['Version', version || '–'],
        ['Queued', server.commandsWaiting],
        ['Items', itemCount === null ? 'Not reported' : itemCount.toLocaleString('en')],
      ]}
    />
  );
}

function RejectedSaves({ count }: { count: number }) {
  return (
    <Callout tone="warning">
      {count === 1 ? 'A save of a player was' : `${count} saves of players were`} refused, for
      example because the game was updated. Nothing is lost: the adapter keeps them in the folder{' '}
      <code className={styles.path}>rejected</code> of its{' '}
      <code className={styles.path}>STATE_DIR</code>, with the reason beside each. Read the reasons,
      update the adapter if they say so, and move files that you no longer need out of the folder.
    </Callout>
  );
}

type RowProps = { server: GameServer; token: GameToken; onRotated: (token: string) => void };

function TokenRow({ server, token, onRotated }: RowProps) {
  const now = useNow(5_000);
  const rotating = useMutation({
    mutationFn: () => rotateToken(server.id, token.id),
    onSuccess: onRotated,
  });
  const revoking = useMutation({ mutationFn: () => confirmRevoke(server, token) });
  const error = rotating.error ?? revoking.error;
  return (
    <li className={styles.token}>
      <div>
        <p className={styles.name}>
          <code>
            gb_{server.id}_…{token.hint}
          </code>
          <span className={styles.seen}>
            {token.lastSeenAt
              ? `seen ${describeAgo(now, token.lastSeenAt)}${token.lastSeenIp ? ` from ${token.lastSeenIp}` : ''}`
              : 'never used'}
          </span>
        </p>
        <p className={styles.rights}>
          {describeScopes(token.scopes)}
          {token.addresses.length > 0 && ` Only from ${token.addresses.join(', ')}.`} Created{' '}
          <Timestamp at={token.createdAt} /> by {token.createdBy}.
        </p>
        <Failure error={error} />
      </div>
      <div className={styles.tokenButtons}>
        <Button
          size="sm"
          icon="refresh"
          pending={rotating.isPending}
          disabled={server.tokens.length >= 2}
          onClick={() => rotating.mutate()}
        >
          Rotate
        </Button>
        <Button
          size="sm"
          tone="danger"
          pending={revoking.isPending}
          aria-label={`Revoke the token ending in ${token.hint}`}
          onClick={() => revoking.mutate()}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}

function describeScopes(scopes: string[]): string {
  const known = scopeTexts.filter(({ scope }) => scopes.includes(scope));
  if (known.length === scopeTexts.length) return 'All permissions.';
  return `Permissions: ${known.map(({ label }) => label.toLowerCase()).join(', ')}.`;
}

async function confirmRevoke(server: GameServer, token: GameToken): Promise<void> {
  const text = `Revoke the token ending in ${token.hint}? A game that still uses it is disconnected at once.`;
  if (!(await askConfirm(text, { confirmLabel: 'Revoke', tone: 'danger' }))) return;
  await revokeToken(server.id, token.id);
  showToast('Token revoked.', { tone: 'success' });
}

async function confirmRemove(server: GameServer): Promise<void> {
  const text = `Remove ${server.name}? Its tokens are revoked, waiting commands are dropped, and its open deliveries must be checked by an admin. Items that only this server delivers are no longer sold. Its players stay in the hiscores: reset them first if they should not.`;
  if (!(await askConfirm(text, { confirmLabel: 'Remove', tone: 'danger' }))) return;
  await removeServer(server.id);
  showToast(`${server.name} was removed.`, { tone: 'success' });
}
