import { createUserWithEmailAndPassword, signInWithEmailAndPassword } from '@firebase/auth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { codeOf, connect, describeProvider } from './testing/describe-provider.ts';
import type { Provider } from './testing/describe-provider.ts';
import { openTestIdentity, testPassword } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
let provider: Provider;
beforeAll(async () => {
  idp = await openTestIdentity();
  const address = await idp.app.listen({ host: '127.0.0.1', port: 0 });
  const apiHost = `${new URL(address).host}/idp`;
  provider = { identity: idp.deps.identity, apiHost, tokenApiHost: apiHost, findCode };
});
afterAll(() => idp.close());

describeProvider('the embedded provider', () => provider);

test('the SDK understands errors that the emulator cannot produce', async () => {
  const email = await idp.addUser('ada');
  const auth = connect(provider);
  const { user } = await signInWithEmailAndPassword(auth, email, testPassword);
  expect(await codeOf(createUserWithEmailAndPassword(auth, 'x@example.test', testPassword))).toBe(
    'auth/admin-restricted-operation',
  );
  await idp.deps.db
    .updateTable('identity_users')
    .set({ is_disabled: true })
    .where('uid', '=', 'ada')
    .execute();
  expect(await codeOf(signInWithEmailAndPassword(auth, email, testPassword))).toBe(
    'auth/user-disabled',
  );
  expect(await codeOf(user.reload())).toBe('auth/user-disabled');
  for (let i = 0; i < 10; i++)
    await codeOf(signInWithEmailAndPassword(auth, email, 'a wrong guess'));
  expect(await codeOf(signInWithEmailAndPassword(auth, email, testPassword))).toBe(
    'auth/too-many-requests',
  );
});

async function findCode(email: string): Promise<string> {
  const mail = await vi.waitUntil(
    () => idp.mails.find(({ to, action }) => to === email && action),
    { timeout: 60_000 },
  );
  return new URL(mail.action?.url ?? '').searchParams.get('oobCode') ?? '';
}
