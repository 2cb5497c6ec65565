import { expect, test } from 'vitest';

import { openTestIdentity } from './testing/identity.ts';

test('of two hundred concurrent uses of one reset code, one sets the password', async () => {
  const idp = await openTestIdentity();
  const email = await idp.addUser('ada');
  const oobCode = await idp.requestCode(email);
  const passwords = Array.from({ length: 200 }, (_, i) => `the phrase of number ${i}`);
  const answers = await Promise.all(
    passwords.map((newPassword) => idp.call('resetPassword', { oobCode, newPassword })),
  );
  const winners = passwords.filter((_, i) => answers[i]?.status === 200);
  expect(winners).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ body }) => JSON.stringify(body['error'])))).toHaveLength(1);
  await idp.signIn(email, winners[0]);
  await idp.close();
});

test('of two hundred concurrent uses of all codes of one player, one sets the password', async () => {
  const idp = await openTestIdentity();
  const email = await idp.addUser('bea');
  const codes: string[] = [];
  for (let i = 0; i < 5; i++) codes.push(await idp.requestCode(email));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      idp.call('resetPassword', {
        oobCode: codes[i % codes.length],
        newPassword: `the phrase of number ${i}`,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await idp.close();
});

test('of two hundred concurrent registrations of one email address, one succeeds', async () => {
  const idp = await openTestIdentity();
  const { identity } = idp.deps;
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, i) =>
      identity.createUser({
        uid: `u${i}`,
        email: i % 2 ? 'one@example.test' : 'ONE@example.test',
        password: 'a long enough phrase',
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  );
  expect(new Set(codes)).toEqual(new Set(['accounts/email-taken']));
  await idp.close();
});
