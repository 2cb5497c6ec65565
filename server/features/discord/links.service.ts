import { createHash, randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';
import type { Session } from '#server/plugins/session.ts';
import type { DiscordLink } from '#shared/endpoints/discord.ts';
import { AppError } from '#shared/errors.ts';

import { findClient, redirectUrlOf } from './app.service.ts';
import { askDiscord } from './discord-api.ts';
import * as queries from './links.db.ts';

/**
 * OAuth2 with a code. The state works once, for ten minutes, and only in the session that began; the code is useless
 * without the verifier, which never leaves the server. The token is used for one request, revoked and not stored.
 */
type LinkDeps = Pick<Deps, 'db' | 'live' | 'config'>;

export async function getDiscordLink(deps: LinkDeps, accountId: number): Promise<DiscordLink> {
  const isAvailable = (await findClient(deps)) !== undefined;
  return { isAvailable, name: await queries.findName(deps.db, accountId) };
}

export async function startDiscordLink(
  deps: LinkDeps,
  { id: sessionId, account }: Session,
): Promise<{ url: string }> {
  const client = await findClient(deps);
  if (!client) throw new AppError('request/not-found', 'Discord accounts cannot be linked here.');
  const { secret: state, hash: stateHash } = createSecret();
  const verifier = randomBytes(48).toString('base64url');
  await queries.storeAttempt(deps.db, { stateHash, accountId: account.id, sessionId, verifier });
  const url = new URL('/oauth2/authorize', deps.config.discordApi);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    scope: 'identify',
    state,
    redirect_uri: redirectUrlOf(deps.config),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'consent',
  }).toString();
  return { url: url.href };
}

export type LinkOutcome = 'linked' | 'taken' | 'canceled' | 'failed';

export async function finishDiscordLink(
  deps: LinkDeps & Pick<Deps, 'onProblem'>,
  session: Session | undefined,
  { code, state }: { code?: string | undefined; state?: string | undefined },
): Promise<LinkOutcome> {
  if (!session || !state || session.account.deleteAfter) return 'failed';
  const stateHash = hashSecret(state);
  const verifier = await queries.takeAttempt(deps.db, { stateHash, sessionId: session.id });
  if (verifier === undefined) return 'failed';
  if (!code) return 'canceled';
  const user = await identify(deps, { code, verifier });
  if (!user) return 'failed';
  const accountId = session.account.id;
  try {
    await transaction(deps.db, async (trx) => {
      await queries.deleteLink(trx, accountId);
      if (!(await queries.insertLink(trx, { accountId, ...user }))) throw new LinkTaken();
      await deps.live.publish(trx, { topic: 'me', accountId });
    });
  } catch (error) {
    if (error instanceof LinkTaken) return 'taken';
    throw error;
  }
  return 'linked';
}

/** Rolls back, so that the player keeps an earlier link. */
class LinkTaken extends Error {}

const Token = z.object({ access_token: z.string() });
const User = z.object({
  id: z.string().check(z.regex(/^\d{17,20}$/)),
  username: z.string(),
  global_name: z.optional(z.nullable(z.string())),
});

async function identify(
  deps: LinkDeps & Pick<Deps, 'onProblem'>,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ discordId: string; name: string } | undefined> {
  const client = await findClient(deps);
  if (!client) return undefined;
  const credentials = { client_id: client.id, client_secret: client.secret };
  const granted = await askDiscord(deps, {
    method: 'POST',
    path: '/oauth2/token',
    bucket: 'oauth2',
    body: new URLSearchParams({
      ...credentials,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUrlOf(deps.config),
    }),
  });
  const token = granted.kind === 'ok' ? z.safeParse(Token, granted.json).data : undefined;
  if (!token) {
    const why = 'reason' in granted ? granted.reason : 'Discord asked to wait.';
    deps.onProblem(`A Discord account was not linked. ${why}`);
    return undefined;
  }
  const answer = await askDiscord(deps, {
    method: 'GET',
    path: '/users/@me',
    bucket: 'users',
    headers: { authorization: `Bearer ${token.access_token}` },
  });
  await askDiscord(deps, {
    method: 'POST',
    path: '/oauth2/token/revoke',
    bucket: 'oauth2',
    body: new URLSearchParams({ ...credentials, token: token.access_token }),
  });
  const user = answer.kind === 'ok' ? z.safeParse(User, answer.json).data : undefined;
  return user && { discordId: user.id, name: (user.global_name ?? user.username).slice(0, 64) };
}

export async function deleteDiscordLink(deps: LinkDeps, accountId: number): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await queries.deleteLink(trx, accountId);
    await deps.live.publish(trx, { topic: 'me', accountId });
  });
}

/** For the admin's page of a player. */
export function findDiscordName(db: Deps['db'], accountId: number): Promise<string | null> {
  return queries.findName(db, accountId);
}
