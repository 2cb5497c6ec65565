import { signInWithEmailAndPassword } from '@firebase/auth';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { expect, inject, onTestFinished, test } from 'vitest';

import '#server/testing/provided-context.ts';

import { createFirebaseIdentity } from './firebase.ts';
import { codeOf, connect, describeProvider } from './testing/describe-provider.ts';
import type { Provider } from './testing/describe-provider.ts';

// Run by `npm run test:firebase`, which starts the emulator.
const emulatorHost = inject('emulatorHost');
// The emulator maps every API key to the project it was started with.
const projectId = 'demo-wynhold';
const control = `http://${emulatorHost}/emulator/v1/projects/${projectId}`;

const provider: Provider = {
  identity: createFirebaseIdentity(
    { projectId, apiKey: 'test', serviceAccount: undefined, emulatorHost },
    { readSiteName: () => 'Wynhold' },
  ),
  apiHost: `${emulatorHost}/identitytoolkit.googleapis.com`,
  tokenApiHost: `${emulatorHost}/securetoken.googleapis.com`,
  findCode,
};

describeProvider('the Firebase emulator', () => provider);

test('an emulator token that is for another project, expired or signed is refused', async () => {
  const { idToken, email } = await signIn('ada');
  const claims = decodeJwt(idToken);
  expect(await tryToken(new UnsecuredJWT(claims).encode())).toBe('none');
  const refused = [
    new UnsecuredJWT({ ...claims, aud: 'another' }).encode(),
    new UnsecuredJWT({ ...claims, iss: 'https://securetoken.google.com/another' }).encode(),
    new UnsecuredJWT({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }).encode(),
    new UnsecuredJWT({ ...claims, sub: 'nobody' }).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32)),
    email,
  ];
  for (const token of refused) expect(await tryToken(token)).toBe('accounts/token-refused');
});

test('a disabled user is refused', async () => {
  const { idToken, uid } = await signIn('bea');
  await fetch(`http://${provider.apiHost}/v1/projects/${projectId}/accounts:update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ localId: uid, disableUser: true }),
  });
  expect(await tryToken(idToken)).toBe('accounts/token-refused');
});

test('with hidden email addresses, the SDK reports the same error for known and unknown ones', async () => {
  await hideAddresses(true);
  onTestFinished(() => hideAddresses(false));
  const { email } = await signIn('cid');
  const auth = connect(provider);
  for (const address of [email, 'nobody@example.test']) {
    const outcome = await codeOf(signInWithEmailAndPassword(auth, address, 'a wrong guess'));
    expect(outcome).toBe('auth/invalid-credential');
  }
});

function tryToken(idToken: string): Promise<string> {
  return codeOf(provider.identity.verifyIdToken(idToken));
}

async function signIn(uid: string) {
  const email = `${uid}@example.test`;
  await provider.identity.createUser({ uid, email, password: 'a long enough phrase' });
  const { user } = await signInWithEmailAndPassword(
    connect(provider),
    email,
    'a long enough phrase',
  );
  return { uid, email, idToken: await user.getIdToken() };
}

async function hideAddresses(isHiding: boolean): Promise<void> {
  await fetch(`${control}/config`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: isHiding } }),
  });
}

type OobCode = { email: string; oobCode: string };

/** The emulator sends no emails; it lists the codes it would have sent. */
async function findCode(email: string): Promise<string> {
  const answer = await fetch(`${control}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: OobCode[] };
  return oobCodes.findLast((code) => code.email === email)?.oobCode ?? '';
}
