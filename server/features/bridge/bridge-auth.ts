import type { FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { findToken, touchToken } from '#server/features/game-servers/tokens.service.ts';
import { isAllowedAddress } from '#server/lib/requests/is-allowed-address.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import { bridgeTokenPattern } from '#shared/endpoints/bridge.ts';
import type { BridgeScope } from '#shared/endpoints/bridge.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Game servers authenticate with a token only. Cookies are ignored, so a browser cannot be tricked into
 * calling the bridge. The token holds 256 random bits; the database stores and looks up only their hash.
 */
export type BridgeCaller = {
  serverId: number;
  serverName: string;
  /** Whether this server's game has been connected before; see migration 0045. */
  hasConnected: boolean;
  tokenId: number;
  scopes: ReadonlySet<string>;
  ip: string;
};

/** Updating the token on every call would double the work of most calls. */
const touchAfterMilliseconds = 10_000;

export async function authenticateGame(
  { db }: Pick<Deps, 'db'>,
  request: FastifyRequest,
  scope: BridgeScope,
): Promise<BridgeCaller> {
  const [, serverId, secret] =
    bridgeTokenPattern.exec(readBearer(request.headers.authorization)) ?? [];
  if (!serverId || !secret) {
    throw new AppError(
      'bridge/token-refused',
      'This is not a whole game server token: it looks like gb_1_… and ends with 43 letters, digits, - or _. Copy it again.',
    );
  }
  const token = await findToken(db, Number(serverId), hashSecret(secret));
  if (!token) throw new AppError('bridge/token-refused', 'Unknown token.');
  if (token.revokedAt || token.removedAt) {
    throw new AppError('bridge/token-revoked', 'This token was revoked. Create a new one.');
  }
  if (!isAllowedAddress(request.ip, token.addresses)) {
    throw new AppError('bridge/address-refused', `This token may not be used from ${request.ip}.`);
  }
  if (!token.scopes.includes(scope)) {
    throw new AppError('bridge/scope-missing', `This token lacks the scope ${scope}.`);
  }
  if (Date.now() - (token.lastSeenAt?.getTime() ?? 0) > touchAfterMilliseconds) {
    await touchToken(db, token.id, request.ip);
  }
  return {
    serverId: token.serverId,
    serverName: token.serverName,
    hasConnected: token.hasConnected,
    tokenId: token.id,
    scopes: new Set(token.scopes),
    ip: request.ip,
  };
}

function readBearer(header: string | undefined): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (token) return token;
  throw new AppError(
    'bridge/token-required',
    'Send the game server’s token: Authorization: Bearer gb_…',
  );
}
