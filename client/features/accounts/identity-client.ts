/**
 * The identity provider, through its official SDK. Its sign-in only proves the player's identity; the
 * session is the server's cookie. So nothing goes into browser storage, and the SDK's sign-in is
 * dropped as soon as the server has answered about the session.
 * Import it only through `loadIdentity`: the SDK is larger than the screens that use it.
 */
import { initializeApp } from '@firebase/app';
import {
  applyActionCode,
  confirmPasswordReset,
  inMemoryPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  verifyPasswordResetCode,
} from '@firebase/auth';
import type { Auth } from '@firebase/auth';
import { hashKey } from '@tanstack/react-query';

import { queryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { getSite } from '#client/lib/site.ts';
import type { IdentityClient } from '#shared/site.ts';

const auth = connect(getSite(queryClient).identity);

/** Returns the ID token for `web-login` and `reauthenticate`. */
export async function signIn(email: string, password: string): Promise<string> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  return user.getIdToken();
}

export function sendReset(email: string): Promise<void> {
  return sendPasswordResetEmail(auth, email);
}

/** Returns the address the code was sent to. */
export function verifyResetCode(code: string): Promise<string> {
  return verifyPasswordResetCode(auth, code);
}

export function confirmReset(code: string, password: string): Promise<void> {
  return confirmPasswordReset(auth, code, password);
}

export function confirmEmail(code: string): Promise<void> {
  return applyActionCode(auth, code);
}

function connect({ apiKey, at }: IdentityClient): Auth {
  const client = initializeAuth(initializeApp({ apiKey }), { persistence: inMemoryPersistence });
  // Must be set before the SDK's first request.
  Object.assign(client.config, addressOf(at));
  signOutOnSessionChange(client);
  return client;
}

function addressOf(at: IdentityClient['at']) {
  if (at === 'google') return {};
  if (at === 'own') {
    const host = `${location.host}/idp`;
    return { apiScheme: location.protocol.slice(0, -1), apiHost: host, tokenApiHost: host };
  }
  return {
    apiScheme: 'http',
    apiHost: `${at.emulatorHost}/identitytoolkit.googleapis.com`,
    tokenApiHost: `${at.emulatorHost}/securetoken.googleapis.com`,
  };
}

/** A new session replaces the SDK's sign-in, and an ended session must not be restorable from it. */
function signOutOnSessionChange(client: Auth): void {
  let stopWatching: (() => void) | undefined;
  onAuthStateChanged(client, (user) => {
    stopWatching?.();
    stopWatching = user ? onSessionLoaded(() => void signOut(client)) : undefined;
  });
}

function onSessionLoaded(callback: () => void): () => void {
  const key = hashKey(sessionQuery.queryKey);
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryHash === key) callback();
  });
}
