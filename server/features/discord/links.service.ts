import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import * as z from 'zod/mini';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';
import type { Session } from '#server/plugins/session.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import type { DiscordLink } from '#shared/endpoints/discord.ts';
import { AppError } from '#shared/errors.ts';

import { findClient, redirectUrlOf } from './app.service.ts';
import type { Client } from './app.service.ts';
import { askDiscord } from './discord-api.ts';
import type { DiscordRequest } from './discord-api.ts';
import * as queries from './links.db.ts';

export { findName as findDiscordName } from './links.db.ts';

/**
 * OAuth2 with a code. State and verifier are made of a random number, the session and the client secret, so that
 * nothing is stored: a state works only in the session that began, and the code, which works once, is useless without
 * the verifier, which never leaves the server. The token is used for one request, revoked and not stored.
 */
type LinkDeps = Pick<Deps, 'db' | 'live' | 'config'>;

export async function getDiscordLink(deps: LinkDeps, accountId: number): Promise<DiscordLink> {
  const isAvailable = (await findClient(deps)) !== undefined;
  return { isAvailable, name: await queries.findName(deps.db, accountId) };
}

export async function startDiscordLink(deps: LinkDeps, session: Session): Promise<{ url: string }> {
  const client = await findClient(deps);
  if (!client) throw new AppError('request/not-found', 'Discord accounts cannot be linked here.');
  const { state, verifier } = createProof(client.secret, session, createSecret().secret);
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
  const client = await findClient(deps);
  if (!client || !session || !state || session.account.deleteAfter) return 'failed';
  const proof = createProof(client.secret, session, state.split('.')[0] ?? '');
  if (!timingSafeEqual(hashSecret(proof.state), hashSecret(state))) return 'failed';
  if (!code) return 'canceled';
  const user = await identify(deps, { client, code, verifier: proof.verifier });
  if (!user) return 'failed';
  const accountId = session.account.id;
  try {
    await transaction(deps.db, async (trx) => {
      await queries.deleteLink(trx, accountId);
      await queries.insertLink(trx, { accountId, ...user });
      await deps.live.publish(trx, { topic: 'me', accountId });
    });
    return 'linked';
  } catch (error) {
    // The Discord account belongs to another player. The earlier link stays.
    if (codeOf(error) === '23505') return 'taken';
    throw error;
  }
}

function createProof(secret: string, { id }: Pick<Session, 'id'>, random: string) {
  const sign = (what: string) =>
    createHmac('sha256', secret).update(`${what} ${id} ${random}`).digest('base64url');
  return { state: `${random}.${sign('state')}`, verifier: sign('verifier') };
}

const Token = z.object({ access_token: z.string() });
const User = z.object({
  id: z.string().check(z.regex(/^\d{17,20}$/)),
  username: z.string(),
  global_name: z.optional(z.nullable(z.string())),
});

async function identify(
  deps: LinkDeps & Pick<Deps, 'onProblem'>,
  { client, code, verifier }: { client: Client; code: string; verifier: string },
): Promise<{ discordId: string; name: string } | undefined> {
  const credentials = { client_id: client.id, client_secret: client.secret };
  const token = await ask(deps, Token, {
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
  if (!token) return undefined;
  const user = await ask(deps, User, {
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
  return user && { discordId: user.id, name: (user.global_name ?? user.username).slice(0, 64) };
}

async function ask<T>(
  deps: LinkDeps & Pick<Deps, 'onProblem'>,
  schema: z.ZodMiniType<T>,
  request: DiscordRequest,
): Promise<T | undefined> {
  const answer = await askDiscord(deps, request);
  if (answer.kind === 'ok') return z.safeParse(schema, answer.json).data;
  deps.onProblem(`A Discord account was not linked. ${answer.reason}`);
  return undefined;
}

export async function deleteDiscordLink(deps: LinkDeps, accountId: number): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await queries.deleteLink(trx, accountId);
    await deps.live.publish(trx, { topic: 'me', accountId });
  });
}
