import { randomInt } from 'node:crypto';

import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import { mailRegistry } from '#server/lib/mail/mail-registry.ts';
import type { Mail } from '#server/lib/mail/mail.ts';
import { countHit } from '#server/lib/requests/rate-limit.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';
import type { NameClaim } from '#shared/endpoints/name-claims.ts';
import { AppError } from '#shared/errors.ts';
import { claimCodeLength, claimCodeLetters, claimCodePattern } from '#shared/rules/claim-code.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './name-claims.db.ts';

/**
 * A reserved name goes to the person who proves that the character is theirs, and only once. Two proofs count:
 * - A code that is typed in the game as that character. The browser that asked for the code has the claim's
 *   secret, so only it can register with the name afterwards.
 * - A link sent to the address that is known for the name. The secret is in the link only: a stranger who asks
 *   for the link gets nothing, even if the owner opens it.
 * Secrets and codes are stored as hashes. The registration takes the reservation over under its own uid; it is
 * deleted, with all claims of the name, when the registration is complete.
 */
const codeMinutes = 30;
const linkMinutes = 60;
/** To fill in the registration after the code was typed. */
const minutesAfterProof = 60;
const emailsPerName = { max: 5, seconds: 86_400 };
/** Only a player in the game can try codes, and only for the own name. The limit bounds the work. */
const triesPerPlayer = { max: 30, seconds: 900 };

export async function startNameClaim({ db }: Pick<Deps, 'db'>, username: string) {
  const usernameKey = toUsernameKey(username);
  await requireClaimable(db, usernameKey);
  const { secret: claim, hash: tokenHash } = createSecret();
  const code = createCode();
  const codeHash = hashCode(usernameKey, code);
  const expiresAt = await queries.insertClaim(db, {
    tokenHash,
    usernameKey,
    codeHash,
    minutes: codeMinutes,
  });
  return { claim, code, expiresAt: expiresAt.toISOString() };
}

/** Silently does nothing if no address is known for the name. */
export async function sendNameClaimLink(
  { config, db, mailQueue }: Pick<Deps, 'config' | 'db' | 'mailQueue'>,
  username: string,
): Promise<void> {
  if (!config.canSendMail) {
    throw new AppError('accounts/no-mail', 'This site cannot send emails at the moment.');
  }
  const name = toUsernameKey(username);
  const { email } = await requireClaimable(db, name);
  if (email === null) return;
  const { hits } = await countHit(db, `name claim email ${name}`, emailsPerName);
  if (hits > emailsPerName.max) return;
  const subject = mailRegistry['name-claim'].name;
  await mailQueue.add(db, { to: email, subject, claimedName: name, isUrgent: true });
}

/** Called by the mail queue on sending. Undefined if the name has another address or is not reserved any more. */
export async function composeNameClaimMail(
  deps: Pick<Deps, 'brand' | 'config' | 'db' | 'onProblem'>,
  { name, email }: { name: string; email: string },
): Promise<Mail | undefined> {
  const { config, db } = deps;
  const reserved = await queries.findClaimableName(db, name);
  if (reserved?.email !== email) return undefined;
  const { secret: claim, hash: tokenHash } = createSecret();
  await queries.insertClaim(db, {
    tokenHash,
    usernameKey: name,
    codeHash: null,
    minutes: linkMinutes,
  });
  const link = `${config.siteUrl}/claim-name?${new URLSearchParams({ claim })}`;
  const values = { name: spellName(reserved.username), link };
  return composeMail(deps, db, 'name-claim', { to: email, values });
}

export async function checkNameClaim({ db }: Pick<Deps, 'db'>, claim: string): Promise<NameClaim> {
  const found = await queries.findClaim(db, hashSecret(claim));
  if (!found) throw invalidClaim();
  return {
    username: spellName(found.username),
    isProven: found.provenAt !== null,
    expiresAt: found.expiresAt.toISOString(),
  };
}

/** A player of the game typed the code. Of several calls with the same code, one succeeds. */
export async function proveNameClaim(
  trx: Db,
  { player, code, serverName }: { player: string; code: string; serverName: string },
): Promise<boolean> {
  const typed = code.trim().toLowerCase();
  const usernameKey = toUsernameKey(player);
  if (!claimCodePattern.test(typed)) return false;
  const { hits } = await countHit(trx, `name claim by ${usernameKey}`, triesPerPlayer);
  if (hits > triesPerPlayer.max) return false;
  return queries.markProven(trx, {
    usernameKey,
    codeHash: hashCode(usernameKey, typed),
    provenBy: serverName,
    minutes: minutesAfterProof,
  });
}

export type NameTaker = {
  username: string;
  uid: string;
  email: string;
  isEmailVerified: boolean;
  claim?: string | undefined;
};

/** Called before the account is inserted, in the same transaction. */
export async function takeReservedName(trx: Trx, taker: NameTaker): Promise<void> {
  const { username, uid, email, isEmailVerified, claim } = taker;
  const usernameKey = toUsernameKey(username);
  let provenBy: string | undefined;
  if (claim !== undefined) {
    const tokenHash = hashSecret(claim);
    provenBy = await queries.handOverName(trx, { tokenHash, usernameKey, uid });
    if (provenBy === undefined) throw invalidClaim();
  } else if (
    isEmailVerified &&
    (await queries.handOverNameByEmail(trx, { email, usernameKey, uid }))
  ) {
    provenBy = 'email';
  }
  if (provenBy === undefined) return;
  await recordAudit(trx, {
    actor: { id: null, name: username, ip: null },
    action: 'accounts/name-claimed',
    subject: usernameKey,
    after: { provenBy },
  });
}

async function requireClaimable(db: Db, usernameKey: string) {
  const reserved = await queries.findClaimableName(db, usernameKey);
  if (reserved) return reserved;
  throw new AppError('accounts/not-found', 'That name is not reserved for a player of the game.');
}

/** Many games store names in lower case with underscores: `iron_ada` is shown as `Iron Ada`. */
function spellName(username: string): string {
  return /[A-Z]/.test(username) ? username : formatUsername(toUsernameKey(username));
}

function createCode(): string {
  const letters = Array.from({ length: claimCodeLength }, () =>
    claimCodeLetters.charAt(randomInt(claimCodeLetters.length)),
  );
  return `claim${letters.join('')}`;
}

function hashCode(usernameKey: string, code: string): Buffer {
  return hashSecret(`${usernameKey} ${code}`);
}

function invalidClaim(): AppError {
  return new AppError(
    'accounts/claim-invalid',
    'This claim is invalid, has expired or was already used. Please claim the name again.',
  );
}
