import type { Db } from '#server/db/schema.ts';
import type { Actor } from '#server/lib/audit.ts';
import { createSecret } from '#server/lib/secrets.ts';
import { AppError } from '#shared/errors.ts';

import { changeAudited, getLockedServer } from './servers.service.ts';
import type { ServerDeps } from './servers.service.ts';
import * as tokens from './tokens.db.ts';

export { findToken, touchToken } from './tokens.db.ts';

type Rights = { scopes: string[]; addresses: string[] };

export async function createToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, scopes, addresses }: Rights & { serverId: number },
): Promise<{ id: number; token: string }> {
  return changeAudited(deps, actor, async (trx) => {
    const created = await issueToken(trx, actor, { serverId, scopes, addresses });
    return [
      created,
      {
        action: 'servers/token-created',
        subject: String(serverId),
        after: { tokenId: created.id, scopes, addresses },
      },
    ];
  });
}

export async function rotateToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, tokenId }: { serverId: number; tokenId: number },
): Promise<{ id: number; token: string }> {
  return changeAudited(deps, actor, async (trx) => {
    const old = (await tokens.findLiveTokens(trx)).find(
      (token) => token.id === tokenId && token.serverId === serverId,
    );
    if (!old) throw tokenNotFoundError();
    const { scopes, addresses } = old;
    const created = await issueToken(trx, actor, { serverId, scopes, addresses });
    return [
      created,
      {
        action: 'servers/token-rotated',
        subject: String(serverId),
        before: { tokenId },
        after: { tokenId: created.id },
      },
    ];
  });
}

/** Locks the server's row. A server has two token slots, each for one live token. */
export async function issueToken(
  trx: Db,
  actor: Pick<Actor, 'name'>,
  { serverId, scopes, addresses }: Rights & { serverId: number },
): Promise<{ id: number; token: string }> {
  await getLockedServer(trx, serverId);
  const live = (await tokens.findLiveTokens(trx)).filter((one) => one.serverId === serverId);
  const slot = [1, 2].find((candidate) => live.every((one) => one.slot !== candidate));
  if (slot === undefined) {
    throw new AppError(
      'bridge/too-many-tokens',
      'This server already has two tokens. Revoke the one that is no longer in use first.',
    );
  }
  const { secret, hash } = createSecret();
  const id = await tokens.insertToken(trx, {
    serverId,
    secretHash: hash,
    hint: secret.slice(-4),
    slot,
    scopes: [...new Set(scopes)],
    addresses,
    createdBy: actor.name,
  });
  return { id, token: `gb_${serverId}_${secret}` };
}

export async function revokeToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, tokenId }: { serverId: number; tokenId: number },
): Promise<void> {
  await changeAudited(deps, actor, async (trx) => {
    if (!(await tokens.revokeTokens(trx, { serverId, id: tokenId }))) throw tokenNotFoundError();
    return [
      undefined,
      { action: 'servers/token-revoked', subject: String(serverId), before: { tokenId } },
    ];
  });
}

function tokenNotFoundError(): AppError {
  return new AppError('bridge/token-not-found', 'There is no such token, or it was revoked.');
}
