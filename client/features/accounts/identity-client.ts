/**
 * The identity provider, through its official SDK. Its sign-in is only a stepping stone: it proves
 * who somebody is, the server's cookie is the session. So nothing is kept in storage, and what the
 * SDK remembers is dropped as soon as the site has decided about the session.
 * Loaded by `loadIdentity` alone, because the SDK weighs more than the screens around it.
 */
import { initializeApp } from '@firebase/app';
import {
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

import { queryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { site } from '#client/lib/site.ts';
import type { IdentityClient } from '#shared/site.ts';

const auth = connect(site.identity);

/** Answers the ID token that `web-login` and `reauthenticate` take. */
export async function signIn(email: string, password: string): Promise<string> {
  const { user } = await signInWithEmailAndPassword(auth, email, password);
  return user.getIdToken();
}

export function sendReset(email: string): Promise<void> {
  return sendPasswordResetEmail(auth, email);
}

/** Answers the address the code was sent to. */
export function verifyResetCode(code: string): Promise<string> {
  return verifyPasswordResetCode(auth, code);
}

export function confirmReset(code: string, password: string): Promise<void> {
  return confirmPasswordReset(auth, code, password);
}

function connect({ apiKey, at }: IdentityClient): Auth {
  const client = initializeAuth(initializeApp({ apiKey }), { persistence: inMemoryPersistence });
  // At once: the SDK reads these with its first request.
  Object.assign(client.config, addressOf(at));
  endWithSession(client);
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

/** A session that now exists has taken over, one that was ended must not leave a way back in. */
function endWithSession(client: Auth): void {
  let stopWatching: (() => void) | undefined;
  onAuthStateChanged(client, (user) => {
    stopWatching?.();
    stopWatching = user ? onSessionAnswer(() => void signOut(client)) : undefined;
  });
}

function onSessionAnswer(react: () => void): () => void {
  const key = sessionQuery.queryKey.join();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey.join() === key) react();
  });
}
