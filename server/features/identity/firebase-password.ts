import * as z from 'zod';

import { fetchJson } from './fetch-json.ts';
import { unavailable } from './firebase-admin.ts';

type Attempt = { uid: string; email: string; password: string; url: string; apiKey: string };

const SignedIn = z.object({ localId: z.string() });
const Refused = z.object({ error: z.object({ message: z.string() }) });

const wrong = /^(INVALID_PASSWORD|INVALID_LOGIN_CREDENTIALS|EMAIL_NOT_FOUND|USER_DISABLED)/;

/** The admin API cannot check passwords, so this signs in with the same call as the browser. */
export async function checkFirebasePassword(attempt: Attempt): Promise<boolean> {
  const { uid, email, password, url, apiKey } = attempt;
  const answer = await fetchJson(
    `${url}/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: false }),
    },
  ).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  const signedIn = SignedIn.safeParse(answer.body);
  if (answer.status === 200 && signedIn.success) return signedIn.data.localId === uid;
  const refused = Refused.safeParse(answer.body);
  if (refused.success && wrong.test(refused.data.error.message)) return false;
  throw unavailable(new Error(`Identity Toolkit answered ${answer.status} to a sign-in.`));
}
