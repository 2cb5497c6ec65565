import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import type { VerifiedToken } from '#server/lib/identity-provider.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import type { Session } from '#server/plugins/session.ts';
import { AppError } from '#shared/errors.ts';

import { findAccountByIdentity, findUniqueViolation, updateEmail } from './accounts.db.ts';
import type { AccountRow } from './accounts.db.ts';
import { completeAccount, unknownAccount } from './accounts.service.ts';
import { recordEmailVerified } from './email-confirmation.service.ts';
import { rememberNetwork } from './known-networks.service.ts';
import { insertEndedSignIn, updateSession } from './sessions.db.ts';
import {
  assertSignInAllowed,
  checkSignIn,
  endSession,
  isTwoFactorRequired,
  startSession,
} from './sessions.service.ts';
import {
  confirmTwoFactor,
  hasTwoFactor,
  startTwoFactor,
  verifyTwoFactor,
} from './two-factor.service.ts';

/** The ID token identifies the user. A second factor is checked before the session starts: no access earlier. */
type SignIn = {
  idToken: string;
  code: string | undefined;
  /** The token of this browser's previous session, which ends when the new one starts. */
  previousToken: string | undefined;
  visitor: { ip: string; userAgent: string };
};

type SignedIn = {
  username: string;
  sessionToken: string;
  recoveryCodes?: string[];
  /** The account is banned: the session opens only the page for appeals. */
  ban?: AppError;
};

export async function webLogin(deps: Deps, attempt: SignIn): Promise<SignedIn> {
  const { token, account } = await identify(deps, attempt.idToken);
  const { hasSecondFactor, recoveryCodes, ownSignOut } = await verifyOrConfirmTwoFactor(
    deps,
    { token, account },
    { code: attempt.code, ip: attempt.visitor.ip },
  );
  const canAppeal = await isOn(deps, 'inbox');
  const { sessionToken, ban } = await transaction(deps.db, async (trx) => {
    const ban = await checkSignIn(trx, { accountId: account.id, token, ownSignOut });
    if (ban && !canAppeal) throw ban;
    const { signedInAt, validSince } = token;
    if (attempt.previousToken) {
      // The same ID token is sent again if the answer was lost on the way.
      await endSession(trx, hashSecret(attempt.previousToken), { keptSignIn: signedInAt });
    }
    if (!ban) await rememberNetwork(trx, account.id, attempt.visitor.ip);
    const visitor = {
      ...attempt.visitor,
      signedInAt,
      validSince,
      hasSecondFactor,
      standing: account,
      isAppealOnly: ban !== undefined,
    };
    return { sessionToken: await startSession(trx, account.id, visitor), ban };
  });
  return {
    username: account.username,
    sessionToken,
    ...(recoveryCodes && { recoveryCodes }),
    ...(ban && { ban }),
  };
}

/** For staff who cannot sign in before they have set up a second factor. */
export async function startRequiredTwoFactor(deps: Deps, idToken: string) {
  const { account } = await identify(deps, idToken);
  return startTwoFactor(deps, account);
}

/** Confirms the current session with a fresh sign-in of the same player. */
export async function reauthenticate(
  deps: Deps,
  session: Session,
  attempt: { idToken: string; code?: string | undefined; ip: string },
): Promise<void> {
  const { token, account } = await identify(deps, attempt.idToken);
  if (account.id !== session.account.id) {
    throw new AppError('accounts/token-refused', 'That sign-in belongs to another account.');
  }
  const hasSecondFactor = await verifyTwoFactor(deps, account, attempt);
  await transaction(deps.db, async (trx) => {
    await assertSignInAllowed(trx, { accountId: account.id, token });
    await updateSession(trx, session.id, { ...token, hasSecondFactor });
    // Logging out ends the session's latest sign-in; the one before has no further use.
    if (token.signedInAt > session.authenticatedAt) {
      await insertEndedSignIn(trx, { accountId: account.id, signedInAt: session.authenticatedAt });
    }
    await rememberNetwork(trx, account.id, attempt.ip);
  });
}

type Identified = { token: VerifiedToken; account: AccountRow };
type Passed = { hasSecondFactor: boolean; recoveryCodes?: string[]; ownSignOut?: Date };

async function verifyOrConfirmTwoFactor(
  deps: Deps,
  { token, account }: Identified,
  { code, ip }: { code: string | undefined; ip: string },
): Promise<Passed> {
  const mustSetUp =
    isTwoFactorRequired(deps, account) && !(await hasTwoFactor(deps.db, account.id));
  if (!mustSetUp) return { hasSecondFactor: await verifyTwoFactor(deps, account, { code, ip }) };
  if (code !== undefined) {
    const { recoveryCodes, signedOutAt } = await confirmTwoFactor(deps, account, {
      code,
      ip,
      check: (trx) => assertSignInAllowed(trx, { accountId: account.id, token }),
    });
    return { hasSecondFactor: true, recoveryCodes, ownSignOut: signedOutAt };
  }
  throw new AppError(
    'accounts/two-factor-setup-required',
    'Staff accounts need two-factor sign-in. Set it up to continue.',
  );
}

async function identify(deps: Deps, idToken: string): Promise<Identified> {
  const { db, identity } = deps;
  const token = await identity.verifyIdToken(idToken);
  const account = await findAccountByIdentity(db, identity.name, token.uid);
  if (!account) throw unknownAccount(identity);
  // The token proves that the provider created the user, so only the last registration step is missing.
  if (account.pendingSince && !(await completeAccount(deps, account))) {
    throw new AppError(
      'accounts/unknown-account',
      'That registration was not completed. Please register again.',
    );
  }
  await syncEmail(deps, account, token);
  return { token, account };
}

/** The provider's email address is authoritative; our copy is outdated after an interrupted change. */
async function syncEmail(deps: Deps, account: AccountRow, token: VerifiedToken): Promise<void> {
  const { uid, email, isEmailVerified } = token;
  const isSame = email.toLowerCase() === account.email.toLowerCase();
  try {
    if (email && !isSame) await updateEmail(deps.db, account.id, email);
    if (isEmailVerified && !(isSame && account.emailVerifiedAt)) {
      await recordEmailVerified(deps, deps.db, { provider: deps.identity.name, uid, email });
    }
  } catch (error) {
    // Another account here has that address: keep the old copy, and let this player sign in anyway.
    if (findUniqueViolation(error) !== 'email') throw error;
  }
}
