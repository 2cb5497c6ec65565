import type { Db } from '#server/db/schema.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { createSecret } from '#server/lib/secrets/secrets.ts';
import { AppError } from '#shared/errors.ts';

import { getLockedServer, serverTopics } from './servers.service.ts';
import type { ServerDeps } from './servers.service.ts';
import * as tokens from './tokens.db.ts';

export { findToken, touchToken } from './tokens.db.ts';

type Rights = { serverId: number; scopes: string[]; addresses: string[] };
type TokenId = { serverId: number; tokenId: number };
type IssuedToken = { id: number; token: string };

export async function createToken(
  deps: ServerDeps,
  actor: Actor,
  rights: Rights,
): Promise<IssuedToken> {
  const { serverId, scopes, addresses } = rights;
  return change(deps, actor, serverTopics, async (trx, audit) => {
    const created = await issueToken(trx, actor, rights);
    const after = { tokenId: created.id, scopes, addresses };
    audit('servers/token-created', serverId, { after });
    return created;
  });
}

export async function rotateToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, tokenId }: TokenId,
): Promise<IssuedToken> {
  return change(deps, actor, serverTopics, async (trx, audit) => {
    const old = (await tokens.findLiveTokens(trx, serverId)).find(({ id }) => id === tokenId);
    if (!old) throw tokenNotFoundError();
    const created = await issueToken(trx, actor, old);
    audit('servers/token-rotated', serverId, {
      before: { tokenId },
      after: { tokenId: created.id },
    });
    return created;
  });
}

/** Locks the server's row. A server has two token slots, each for one live token. */
export async function issueToken(
  trx: Db,
  actor: Pick<Actor, 'name'>,
  { serverId, scopes, addresses }: Rights,
): Promise<IssuedToken> {
  await getLockedServer(trx, serverId);
  const live = await tokens.findLiveTokens(trx, serverId);
  const slot = [1, 2].find((candidate) => live.every((one) => one.slot !== candidate));
  if (slot === undefined) {
    const text =
      'This server already has two tokens. Revoke the one that is no longer in use first.';
    throw new AppError('bridge/too-many-tokens', text);
  }
  const { secret, hash } = createSecret();
  const id = await tokens.insertToken(trx, {
    server_id: serverId,
    secret_hash: hash,
    hint: secret.slice(-4),
    slot,
    scopes: [...new Set(scopes)],
    addresses,
    created_by: actor.name,
  });
  return { id, token: `gb_${serverId}_${secret}` };
}

export async function revokeToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, tokenId }: TokenId,
): Promise<void> {
  await change(deps, actor, serverTopics, async (trx, audit) => {
    if (!(await tokens.revokeTokens(trx, serverId, tokenId))) throw tokenNotFoundError();
    audit('servers/token-revoked', serverId, { before: { tokenId } });
  });
}

function tokenNotFoundError(): AppError {
  return new AppError('bridge/token-not-found', 'There is no such token, or it was revoked.');
}
