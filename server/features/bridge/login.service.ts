import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/accounts.service.ts';
import {
  isKnownNetwork,
  rememberNetwork,
} from '#server/features/accounts/known-networks.service.ts';
import { hasTwoFactor } from '#server/features/accounts/two-factor.service.ts';
import { isRenameOpen } from '#server/features/game-commands/commands.service.ts';
import { findSanctionsInForce } from '#server/features/sanctions/sanctions.service.ts';
import { isPassword } from '#server/lib/passwords/password-hash.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { countHit, resetHits, uncountHit } from '#server/lib/requests/rate-limit.ts';
import { slowDown, slowedLimit } from '#server/lib/requests/slow-down.ts';
import type { GameLogin } from '#shared/endpoints/bridge.ts';
import { needsStaffSecurity } from '#shared/rules/staff-permissions.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { findGamePassword } from './game-passwords.db.ts';

/**
 * Game logins. An attempt is counted before the password is checked, so parallel guesses cannot exceed
 * the limits. Known and unknown names take the same steps, so timing does not reveal which names exist.
 * The password is not stored in any form.
 *
 * Guesses from elsewhere never keep a player out of a network from which the player logged in before: there only
 * the attempts at this name in this network count, and they are slowed down (lib/slow-down.ts).
 */
type Attempt = {
  name: string;
  password: string;
  ip: string;
  tokenId: number;
  serverId: number;
};
type Refusal = Extract<GameLogin, { ok: false }>;

/**
 * The caller chooses the player's `ip`, so the network limits only stop single players from guessing.
 * The limits per name and per token apply to any `ip` from which the player never logged in.
 */
const limits = {
  network: { max: 20, seconds: 60 },
  nameOfNetwork: { max: 5, seconds: 60 },
  name: { max: 30, seconds: 900 },
  token: { max: 600, seconds: 60 },
};
type Scope = keyof typeof limits;

/** In a network from which the player logged in before. Attempts count for the other limits all the same. */
const knownLimits: typeof limits = {
  network: { ...limits.network, max: Infinity },
  nameOfNetwork: slowedLimit,
  name: { ...limits.name, max: Infinity },
  token: { ...limits.token, max: Infinity },
};
const scopes = ['network', 'nameOfNetwork', 'name', 'token'] as const satisfies Scope[];

export async function logInToGame(deps: Deps, attempt: Attempt): Promise<GameLogin> {
  const { db } = deps;
  const keys = keysOf(attempt);
  const usernameKey = toUsernameKey(attempt.name);
  const isKnown = await isKnownNetwork(db, { usernameKey }, attempt.ip);
  const refusal = await countAttempt(deps, keys, isKnown ? knownLimits : limits);
  if (refusal) return refusal;
  const account = await findAccount(db, attempt.name);
  const gamePassword = account && (await findGamePassword(db, account.id));
  const isGamePassword = await isPassword(attempt.password, gamePassword?.passwordHash);
  const isSitePassword = account
    ? await deps.identity.checkPassword(account, attempt.password)
    : await isPassword(attempt.password);
  if (!account || account.closingAt) return wrongCredentials;
  // Same answer for right and wrong guesses: the unencrypted game login must not reveal whether a
  // staff member's website password is right.
  if (!isGamePassword && needsStaffSecurity(account)) return staffGamePasswordNeeded;
  if (!isGamePassword && !isSitePassword) return wrongCredentials;
  if (!isGamePassword && (await hasTwoFactor(db, account.id))) return gamePasswordNeeded;
  await resetHits(db, keys.nameOfNetwork);
  for (const scope of ['network', 'name', 'token'] as const) await uncountHit(db, keys[scope]);
  await rememberNetwork(db, account.id, attempt.ip);
  // The game would begin a new character under the new name.
  if (await isRenameOpen(db, attempt.serverId, account.username)) return nameChanging;
  return admit(deps, account);
}

/** Waits if the attempt is slowed down. Without a database connection, since it is not in a transaction. */
async function countAttempt(
  deps: Pick<Deps, 'db' | 'pause'>,
  keys: Record<Scope, string>,
  allowed: typeof limits,
): Promise<Refusal | undefined> {
  const hitsOf = { network: 0, nameOfNetwork: 0, name: 0, token: 0 };
  for (const scope of scopes) {
    const { hits, retryAfterSeconds } = await countHit(deps.db, keys[scope], allowed[scope]);
    if (hits > allowed[scope].max) {
      const until = new Date(Date.now() + retryAfterSeconds * 1000).toISOString();
      return { ...tooManyAttempts, until };
    }
    hitsOf[scope] = hits;
  }
  if (allowed === knownLimits) await slowDown(deps, hitsOf.nameOfNetwork);
  return undefined;
}

async function admit(
  { db }: Deps,
  account: { id: number; username: string; userRights: number },
): Promise<GameLogin> {
  const sanctions = await findSanctionsInForce(db, account.id);
  const ban = sanctions.find(({ kind }) => kind === 'ban');
  if (ban) {
    return { ...banned, reason: ban.reason, until: ban.expiresAt?.toISOString() ?? null };
  }
  const mute = sanctions.find(({ kind }) => kind === 'mute');
  return {
    ok: true,
    accountId: account.id,
    name: account.username,
    rank: account.userRights,
    isMuted: mute !== undefined,
    mutedUntil: mute?.expiresAt?.toISOString() ?? null,
  };
}

function keysOf({ name, ip, tokenId }: Attempt): Record<Scope, string> {
  const network = networkOf(ip);
  const nameKey = toUsernameKey(name);
  return {
    network: `game login network ${network}`,
    nameOfNetwork: `game login name ${nameKey} | network ${network}`,
    name: `game login name ${nameKey}`,
    token: `game login token ${tokenId}`,
  };
}

const noDetails = { ok: false, reason: null, until: null } as const;

const wrongCredentials: Refusal = {
  ...noDetails,
  code: 'wrong-credentials',
  message: 'Wrong username or password.',
};

const gamePasswordNeeded: Refusal = {
  ...noDetails,
  code: 'game-password-needed',
  message:
    'Your account uses two-factor sign-in: log in with the game password from your settings.',
};

const staffGamePasswordNeeded: Refusal = {
  ...gamePasswordNeeded,
  message: 'Staff must log in with the game password from their settings.',
};

const tooManyAttempts: Refusal = {
  ...noDetails,
  code: 'too-many-attempts',
  message: 'Too many failed attempts. Please try again later.',
};

const nameChanging: Refusal = {
  ...noDetails,
  code: 'name-changing',
  message: 'The game has not changed your name yet. Please try again in a minute.',
};

const banned: Refusal = { ...noDetails, code: 'banned', message: 'This account is banned.' };
