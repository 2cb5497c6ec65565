import { randomUUID } from 'node:crypto';

import { deleteApp, initializeApp } from '@firebase/app';
import {
  applyActionCode,
  confirmPasswordReset,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  verifyPasswordResetCode,
} from '@firebase/auth';
import type { Auth, AuthError } from '@firebase/auth';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { IdentityProvider } from '#server/lib/identity-provider.ts';

export type Provider = {
  identity: IdentityProvider;
  /** Host, port and path, for the SDK. */
  apiHost: string;
  tokenApiHost: string;
  /** The code of the link that was emailed last. */
  findCode(email: string): Promise<string>;
};

const password = 'a long enough phrase';
const newPassword = 'another good phrase';

/** Tests a provider through the official SDK. The embedded provider and Google's must behave alike. */
export function describeProvider(name: string, provider: () => Provider): void {
  describe(`${name}, used by the official SDK`, () => {
    test('signs in, is accepted by the site and refreshes its token', async () => {
      const { uid, email } = await addUser(provider());
      const { user } = await signInWithEmailAndPassword(connect(provider()), email, password);
      expect(user).toMatchObject({ uid, email });
      expect(user.metadata.lastSignInTime).toBeTruthy();
      expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
      const tokens = [await user.getIdToken(), await user.getIdToken(true)];
      for (const token of tokens) {
        const verified = await provider().identity.verifyIdToken(token);
        expect(verified).toMatchObject({ uid, email });
        expect(Math.abs(Date.now() - verified.signedInAt.getTime())).toBeLessThan(120_000);
      }
      await user.reload();
    });

    test('reports what is wrong with a sign-in', async () => {
      const { email } = await addUser(provider());
      const auth = connect(provider());
      const outcomes = [
        await codeOf(signInWithEmailAndPassword(auth, email, 'not the password')),
        await codeOf(signInWithEmailAndPassword(auth, unusedEmail(), password)),
        await codeOf(signInWithEmailAndPassword(auth, 'no address', password)),
        await codeOf(signInWithEmailAndPassword(auth, email, '')),
      ];
      expect(outcomes).toEqual([
        'auth/wrong-password',
        'auth/user-not-found',
        'auth/invalid-email',
        'auth/missing-password',
      ]);
    });

    test('resets a forgotten password, once', async () => {
      const { email, uid } = await addUser(provider());
      const auth = connect(provider());
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      const before = await user.getIdToken();
      await nextSecond();
      await sendPasswordResetEmail(auth, email);
      const code = await provider().findCode(email);
      expect(await verifyPasswordResetCode(auth, code)).toBe(email);
      expect(await codeOf(confirmPasswordReset(auth, code, 'short'))).toBe('auth/weak-password');
      await confirmPasswordReset(auth, code, newPassword);

      expect(await codeOf(verifyPasswordResetCode(auth, code))).toBe('auth/invalid-action-code');
      expect(await codeOf(confirmPasswordReset(auth, code, password))).toBe(
        'auth/invalid-action-code',
      );
      expect(await codeOf(provider().identity.verifyIdToken(before))).toBe(
        'accounts/token-refused',
      );
      const again = await signInWithEmailAndPassword(connect(provider()), email, newPassword);
      const token = await again.user.getIdToken();
      expect(await provider().identity.verifyIdToken(token)).toMatchObject({ uid, email });
    });

    test('confirms an email address', async () => {
      const { identity } = provider();
      const { email, uid } = await addUser(provider());
      const auth = connect(provider());
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      expect(user.emailVerified).toBe(false);
      await sendEmailVerification(user);
      const code = await provider().findCode(email);
      // The visitor who opens the link need not be signed in.
      await applyActionCode(connect(provider()), code);
      await user.reload();
      expect(user.emailVerified).toBe(true);
      const { claims } = await user.getIdTokenResult(true);
      expect(claims.email_verified).toBe(true);
      const token = await identity.verifyIdToken(await user.getIdToken());
      expect(token).toMatchObject({ uid, email, isEmailVerified: true });
      expect(await identity.isEmailVerified({ uid, email })).toBe(true);
      expect(await codeOf(applyActionCode(auth, 'x'))).toBe('auth/invalid-action-code');
    });

    test('confirms an email address by a code that the site requested', async () => {
      const { identity } = provider();
      const user = await addUser(provider());
      const code = await identity.createEmailCode(user);
      expect(await identity.isEmailVerified(user)).toBe(false);
      await applyActionCode(connect(provider()), code ?? '');
      expect(await identity.isEmailVerified(user)).toBe(true);
      expect(await identity.createEmailCode(user)).toBeUndefined();
    });

    test('has to confirm a new email address again', async () => {
      const { identity } = provider();
      const user = { uid: randomUUID(), email: unusedEmail() };
      await identity.createUser({ ...user, password, isEmailVerified: true });
      expect(await identity.isEmailVerified(user)).toBe(true);
      const moved = { ...user, email: unusedEmail() };
      await identity.updateUser(user.uid, { email: moved.email });
      expect(await identity.isEmailVerified(user)).toBe(false);
      expect(await identity.isEmailVerified(moved)).toBe(false);
    });

    test('counts a reset by an emailed code as confirmation', async () => {
      const { identity } = provider();
      const user = await addUser(provider());
      const auth = connect(provider());
      await sendPasswordResetEmail(auth, user.email);
      await confirmPasswordReset(auth, await provider().findCode(user.email), newPassword);
      expect(await identity.isEmailVerified(user)).toBe(true);
    });

    test('reports what is wrong with a reset', async () => {
      const auth = connect(provider());
      expect(await codeOf(sendPasswordResetEmail(auth, unusedEmail()))).toBe('auth/user-not-found');
      expect(await codeOf(verifyPasswordResetCode(auth, 'x'))).toBe('auth/invalid-action-code');
    });
  });

  describe(`${name}, used by the site`, () => {
    test('has one user for each address', async () => {
      const { identity } = provider();
      const { email } = await addUser(provider());
      const other = await addUser(provider());
      const taken = 'accounts/email-taken';
      const second = { uid: randomUUID(), email: email.toUpperCase(), password };
      expect(await codeOf(identity.createUser(second))).toBe(taken);
      expect(await codeOf(identity.updateUser(other.uid, { email }))).toBe(taken);
    });

    test('refuses weak and common passwords', async () => {
      const { identity } = provider();
      const { uid } = await addUser(provider());
      const weak = 'accounts/weak-password';
      for (const bad of ['short', 'password1', 'x'.repeat(200)]) {
        const user = { uid: randomUUID(), email: unusedEmail(), password: bad };
        expect(await codeOf(identity.createUser(user))).toBe(weak);
        expect(await codeOf(identity.updateUser(uid, { password: bad }))).toBe(weak);
      }
    });

    test('changes address and password and invalidates the tokens of the old password', async () => {
      const { identity } = provider();
      const { uid, email } = await addUser(provider());
      const auth = connect(provider());
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      const token = await user.getIdToken();
      await nextSecond();
      const newEmail = unusedEmail();
      await identity.updateUser(uid, { email: newEmail, password: newPassword });
      expect(await codeOf(identity.verifyIdToken(token))).toBe('accounts/token-refused');
      // The emulator still refreshes the token, but the site must refuse the result.
      const renewed = user.getIdToken(true).then((idToken) => identity.verifyIdToken(idToken));
      expect(await codeOf(renewed)).not.toBe('none');
      const again = await signInWithEmailAndPassword(connect(provider()), newEmail, newPassword);
      const verified = await identity.verifyIdToken(await again.user.getIdToken());
      expect(verified).toMatchObject({ uid, email: newEmail });
    });

    test('updates validSince when tokens are revoked or the password is reset', async () => {
      const { identity } = provider();
      const { uid, email } = await addUser(provider());
      const auth = connect(provider());
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      const token = await user.getIdToken();
      const { validSince } = await identity.verifyIdToken(token);
      expect(await identity.findValidSince(uid)).toEqual(validSince);
      await nextSecond();
      const revoked = await identity.revokeTokens(uid);
      expect(revoked.getTime()).toBeGreaterThan(validSince.getTime());
      expect(await identity.findValidSince(uid)).toEqual(revoked);
      expect(await codeOf(identity.verifyIdToken(token))).toBe('accounts/token-refused');
      await nextSecond();
      await sendPasswordResetEmail(auth, email);
      await confirmPasswordReset(auth, await provider().findCode(email), newPassword);
      const reset = await identity.findValidSince(uid);
      expect(reset?.getTime()).toBeGreaterThan(revoked.getTime());
      await identity.deleteUser(uid);
      expect(await identity.findValidSince(uid)).toBeUndefined();
    });

    test('deletes a user and their tokens', async () => {
      const { identity } = provider();
      const { uid, email } = await addUser(provider());
      const { user } = await signInWithEmailAndPassword(connect(provider()), email, password);
      await identity.deleteUser(uid);
      await identity.deleteUser(uid);
      const token = await user.getIdToken();
      expect(await codeOf(identity.verifyIdToken(token))).toBe('accounts/token-refused');
      expect(await codeOf(identity.updateUser(uid, { password: newPassword }))).toBe(
        'accounts/not-found',
      );
    });
  });
}

export function connect({ apiHost, tokenApiHost }: Provider): Auth {
  const app = initializeApp({ apiKey: 'test' }, randomUUID());
  onTestFinished(() => deleteApp(app));
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  // The site's client sets these in the same way.
  Object.assign(auth.config, { apiScheme: 'http', apiHost, tokenApiHost });
  return auth;
}

/** The error code, or `none` if the work succeeds. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: AuthError) => error.code,
  );
}

async function addUser({ identity }: Provider): Promise<{ uid: string; email: string }> {
  const user = { uid: randomUUID(), email: unusedEmail() };
  await identity.createUser({ ...user, password });
  return user;
}

function unusedEmail(): string {
  return `${randomUUID()}@example.test`;
}

/** Google's times are in whole seconds. */
function nextSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));
}
