import type { Deps } from '#server/deps.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';

import { checkDecoyPassword, checkUserPassword } from './check-password.service.ts';
import { findRefreshToken, insertRefreshToken } from './codes.db.ts';
import { toEmailKey } from './email-key.ts';
import { signIdToken } from './id-tokens.service.ts';
import { ProtocolError } from './protocol-error.ts';
import { clearSignInAttempts, countSignIn, uncountSignIn } from './throttle.ts';
import { findUser, findUserByEmail, recordLogin } from './users.db.ts';
import type { IdentityUser } from './users.db.ts';

/**
 * A known and an unknown email address go through the same steps, so that a wrong password reveals
 * nothing by its timing. Tokens carry the `valid_since` that was read with the password hash, so a
 * password change during the sign-in invalidates them.
 */
type SignInDeps = Pick<Deps, 'config' | 'db'>;
type Credentials = { email: string; password: string; ip: string };

export type SignedIn = { user: IdentityUser; idToken: string; refreshToken: string };

/** Short, because the site's client discards its tokens as soon as it has a session. */
const refreshLifetimeSeconds = 3600;

export async function signInWithPassword(
  deps: SignInDeps & Pick<Deps, 'identity' | 'pause'>,
  { email, password, ip }: Credentials,
): Promise<SignedIn> {
  const attempt = { emailKey: toEmailKey(email), ip };
  await countSignIn(deps, attempt);
  const user = await findUserByEmail(deps.db, attempt.emailKey);
  const checking = user
    ? checkUserPassword(deps, user, password)
    : checkDecoyPassword(deps, attempt.emailKey, password);
  const isRight = await checking.catch(async (error: unknown) => {
    await uncountSignIn(deps.db, attempt);
    throw error;
  });
  if (!user || !isRight) throw wrongCredentials(deps, user);
  if (user.isDisabled) throw new ProtocolError('USER_DISABLED');
  await clearSignInAttempts(deps.db, attempt);
  return issueTokens(deps, user);
}

export async function refreshIdToken(
  deps: SignInDeps,
  refreshToken: string,
): Promise<{ uid: string; idToken: string }> {
  const token = await findRefreshToken(deps.db, hashSecret(refreshToken));
  if (!token) throw new ProtocolError('INVALID_REFRESH_TOKEN');
  const user = await findUser(deps.db, token.uid);
  if (!user) throw new ProtocolError('USER_NOT_FOUND');
  if (user.isDisabled) throw new ProtocolError('USER_DISABLED');
  const isOutdated = token.validSince.getTime() !== user.validSince.getTime();
  if (token.isExpired || isOutdated) throw new ProtocolError('TOKEN_EXPIRED');
  return { uid: user.uid, idToken: await signIdToken(deps, user, token.signedInAt) };
}

async function issueTokens(deps: SignInDeps, user: IdentityUser): Promise<SignedIn> {
  const { secret, hash } = createSecret();
  const signedInAt = await insertRefreshToken(deps.db, {
    tokenHash: hash,
    uid: user.uid,
    validSince: user.validSince,
    lifetimeSeconds: refreshLifetimeSeconds,
  });
  await recordLogin(deps.db, user.uid);
  return { user, idToken: await signIdToken(deps, user, signedInAt), refreshToken: secret };
}

function wrongCredentials({ config }: SignInDeps, user: IdentityUser | undefined): Error {
  if (config.hideKnownEmails) return new ProtocolError('INVALID_LOGIN_CREDENTIALS');
  return new ProtocolError(user ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND');
}
