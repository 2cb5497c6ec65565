import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { deleteExpired } from './codes.db.ts';
import { createResetLinkFor } from './password-reset.service.ts';
import { claimsOf, openTestIdentity, refusal } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

const newPassword = 'an entirely new phrase';

let networks = 0;

/** Requests a link as the SDK does, each from another network, and reads the code from the email. */
async function requestCode(email: string): Promise<string> {
  const { idToken } = await idp.signIn(email);
  const ip = `10.3.0.${(networks += 1)}`;
  const answer = await idp.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, ip);
  expect(answer).toMatchObject({ status: 200, body: { email } });
  const mail = idp.mails.findLast(({ to }) => to === email);
  return new URL(mail?.action?.url ?? '').searchParams.get('oobCode') ?? '';
}

const confirm = (oobCode: unknown) => idp.call('update', { oobCode });

async function isVerified(uid: string): Promise<boolean> {
  const { email_verified_at } = await idp.deps.db
    .selectFrom('identity_users')
    .select('email_verified_at')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return email_verified_at !== null;
}

async function shiftExpiry(by: string): Promise<void> {
  await sql`update identity_email_codes set expires_at = expires_at - ${by}::interval`.execute(
    idp.deps.db,
  );
}

describe('a confirmation email', () => {
  test('goes to the signed-in user, whatever address the request names', async () => {
    const email = await idp.addUser('ada');
    await idp.addUser('victim');
    const { idToken } = await idp.signIn(email);
    const before = idp.mails.length;
    const answer = await idp.call('sendOobCode', {
      requestType: 'VERIFY_EMAIL',
      idToken,
      email: 'victim@example.test',
      continueUrl: 'https://evil.example',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email },
    });
    expect(idp.mails.slice(before)).toMatchObject([
      { to: email, subject: 'Confirm your email address for Wynhold' },
    ]);
    expect(idp.mails[before]?.action?.url).toMatch(
      /^http:\/\/localhost:3000\/confirm-email\?mode=verifyEmail&oobCode=[\w-]{43}$/,
    );
  });

  test.each([
    [{}, 'MISSING_ID_TOKEN'],
    [{ email: 'ada@example.test' }, 'MISSING_ID_TOKEN'],
    [{ idToken: 'x' }, 'INVALID_ID_TOKEN'],
  ])('is refused for %j', async (body, message) => {
    const answer = await idp.call('sendOobCode', { requestType: 'VERIFY_EMAIL', ...body });
    expect(answer).toMatchObject({ status: 400, body: refusal(message) });
  });

  test('is not stored with its link, and the code only as a hash', async () => {
    const email = await idp.addUser('bea');
    const send = vi.spyOn(idp.deps.mailer, 'send').mockRejectedValue(new Error('no mail server'));
    const { idToken } = await idp.signIn(email);
    await idp.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    send.mockRestore();
    const rows = await idp.deps.db.selectFrom('mails').selectAll().execute();
    expect(rows.find(({ recipient }) => recipient === email)).toMatchObject({ state: 'waiting' });
    expect(JSON.stringify(rows)).not.toContain('oobCode');
    // The link is created when the email is sent, so a delayed one has its full time.
    await shiftExpiry('2 days');
    await sql`update mails set due_at = now() where state = 'waiting'`.execute(idp.deps.db);
    await idp.deps.mailQueue.send();
    const mail = idp.mails.findLast(({ to }) => to === email);
    const code = new URL(mail?.action?.url ?? '').searchParams.get('oobCode') ?? '';
    const codes = await idp.deps.db.selectFrom('identity_email_codes').selectAll().execute();
    expect(codes.some(({ code_hash }) => code_hash.toString('utf8').includes(code))).toBe(false);
    expect((await confirm(code)).status).toBe(200);
  });

  test('is limited to five an hour for each user', async () => {
    const email = await idp.addUser('cid');
    const { idToken } = await idp.signIn(email);
    const ask = (at: number) =>
      idp.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, `198.51.100.${at}`);
    for (let at = 0; at < 5; at++) expect((await ask(at)).status).toBe(200);
    const sent = idp.mails.length;
    expect((await ask(5)).body).toEqual(refusal('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect(idp.mails).toHaveLength(sent);
  });

  test('is limited to twenty an hour for each network', async () => {
    const ask = async (uid: string) => {
      const { idToken } = await idp.signIn(await idp.addUser(uid));
      return idp.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, '203.0.113.9');
    };
    for (let at = 0; at < 20; at++) expect((await ask(`many-${at}`)).status).toBe(200);
    expect((await ask('many-20')).body).toEqual(refusal('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('is not sent once the address is confirmed', async () => {
    const email = await idp.addUser('dee');
    await confirm(await requestCode(email));
    const sent = idp.mails.length;
    const { idToken } = await idp.signIn(email);
    const answer = await idp.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    expect(answer.status).toBe(200);
    expect(idp.mails).toHaveLength(sent);
  });
});

describe('a confirmation code', () => {
  test('confirms the address once, and new tokens say so', async () => {
    const email = await idp.addUser('eve');
    const { idToken, refreshToken } = await idp.signIn(email);
    expect(claimsOf(idToken)).toMatchObject({ email_verified: false });
    const code = await requestCode(email);
    expect(await confirm(code)).toMatchObject({
      status: 200,
      body: {
        kind: 'identitytoolkit#SetAccountInfoResponse',
        localId: 'eve',
        email,
        emailVerified: true,
      },
    });
    await sql`update identity_email_codes set used_at = used_at - interval '11 seconds'`.execute(
      idp.deps.db,
    );
    expect((await confirm(code)).body).toEqual(refusal('INVALID_OOB_CODE'));
    const lookup = await idp.call('lookup', { idToken });
    expect(lookup.body).toMatchObject({ users: [{ email, emailVerified: true }] });
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const { body } = await idp.call('token', refresh);
    expect(claimsOf(String(body['id_token']))).toMatchObject({ email_verified: true });
  });

  test('sent twenty times at once confirms once, and every request succeeds', async () => {
    const code = await requestCode(await idp.addUser('fay'));
    const { identity } = idp.deps;
    const original = identity.onEmailVerified!;
    const onEmailVerified = vi.fn(original);
    identity.onEmailVerified = onEmailVerified;
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)));
    identity.onEmailVerified = original;
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(onEmailVerified).toHaveBeenCalledOnce();
    expect(await isVerified('fay')).toBe(true);
  });

  test('leaves nothing changed if the site fails to update its copy', async () => {
    const code = await requestCode(await idp.addUser('flo'));
    const { identity } = idp.deps;
    const original = identity.onEmailVerified!;
    identity.onEmailVerified = () => Promise.reject(new Error('the process was killed'));
    expect((await confirm(code)).status).toBe(500);
    identity.onEmailVerified = original;
    expect(await isVerified('flo')).toBe(false);
    expect((await confirm(code)).status).toBe(200);
  });

  test('is void once a newer one was sent', async () => {
    const email = await idp.addUser('gil');
    const [first, second] = [await requestCode(email), await requestCode(email)];
    expect((await confirm(first)).body).toEqual(refusal('INVALID_OOB_CODE'));
    expect(await isVerified('gil')).toBe(false);
    expect((await confirm(second)).status).toBe(200);
  });

  test('expires after 24 hours', async () => {
    const code = await requestCode(await idp.addUser('hal'));
    await shiftExpiry('24 hours');
    expect((await confirm(code)).body).toEqual(refusal('EXPIRED_OOB_CODE'));
    expect(await isVerified('hal')).toBe(false);
    const later = await requestCode('hal@example.test');
    await shiftExpiry('23 hours 59 minutes');
    expect((await confirm(later)).status).toBe(200);
  });

  test('of an old address is refused after a change, also after a change back', async () => {
    const email = await idp.addUser('ida');
    const code = await requestCode(email);
    await idp.deps.identity.updateUser('ida', { email: 'new.ida@example.test' });
    expect((await confirm(code)).body).toEqual(refusal('INVALID_OOB_CODE'));
    await idp.deps.identity.updateUser('ida', { email });
    expect((await confirm(code)).body).toEqual(refusal('INVALID_OOB_CODE'));
    expect(await isVerified('ida')).toBe(false);
  });

  test('never confirms an address that it was not sent to', async () => {
    const email = await idp.addUser('jan');
    const code = await requestCode(email);
    // Simulates a change that has not deleted the code.
    await sql`update identity_users set email = 'x@example.test', email_key = 'x@example.test'
      where uid = 'jan'`.execute(idp.deps.db);
    expect((await confirm(code)).body).toEqual(refusal('INVALID_OOB_CODE'));
    expect(await isVerified('jan')).toBe(false);
  });

  test('stays valid if an email for the address before is sent late', async () => {
    const email = await idp.addUser('kim');
    await idp.deps.identity.updateUser('kim', { email: 'new.kim@example.test' });
    const code = await requestCode('new.kim@example.test');
    expect(await idp.deps.identity.createEmailCode({ uid: 'kim', email })).toBeUndefined();
    expect((await confirm(code)).status).toBe(200);
  });

  test('leaves another address unconfirmed, whichever of change and click is first', async () => {
    for (let round = 0; round < 10; round++) {
      const uid = `race-${round}`;
      const code = await requestCode(await idp.addUser(uid));
      const change = idp.deps.identity.updateUser(uid, { email: `new.${uid}@example.test` });
      const [answer] = await Promise.all([confirm(code), change]);
      expect(answer.status).toBeLessThan(500);
      expect(await isVerified(uid)).toBe(false);
    }
  });

  test('of a disabled user is refused', async () => {
    const code = await requestCode(await idp.addUser('kit'));
    await sql`update identity_users set is_disabled = true where uid = 'kit'`.execute(idp.deps.db);
    expect((await confirm(code)).body).toEqual(refusal('USER_DISABLED'));
    expect(await isVerified('kit')).toBe(false);
  });

  test('is not a reset code, nor the other way round', async () => {
    const email = await idp.addUser('lea');
    const code = await requestCode(email);
    const reset = await idp.call('resetPassword', { oobCode: code, newPassword });
    expect(reset.body).toEqual(refusal('INVALID_OOB_CODE'));
    expect((await confirm(await idp.requestCode(email))).body).toEqual(refusal('INVALID_OOB_CODE'));
  });

  test.each([
    [{}, 'ADMIN_ONLY_OPERATION'],
    [{ idToken: 'x', password: 'another good phrase' }, 'ADMIN_ONLY_OPERATION'],
    [{ oobCode: '' }, 'ADMIN_ONLY_OPERATION'],
    [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
    [{ oobCode: '\0' }, 'INVALID_OOB_CODE'],
    [{ oobCode: 'x'.repeat(10_000) }, 'INVALID_OOB_CODE'],
    [{ oobCode: 1 }, 'INVALID_ARGUMENT : oobCode must be a string.'],
  ])('%j is refused', async (body, message) => {
    expect(await idp.call('update', body)).toMatchObject({ status: 400, body: refusal(message) });
  });
});

test('another spelling of a confirmed address stays confirmed', async () => {
  await confirm(await requestCode(await idp.addUser('mia')));
  await idp.deps.identity.updateUser('mia', { email: 'Mia@example.test' });
  expect(await isVerified('mia')).toBe(true);
  await idp.deps.identity.updateUser('mia', { email: 'new.mia@example.test' });
  expect(await isVerified('mia')).toBe(false);
});

describe('a password reset', () => {
  test('by an emailed link confirms the address and voids the confirmation link', async () => {
    const email = await idp.addUser('nia');
    const code = await requestCode(email);
    await idp.call('resetPassword', { oobCode: await idp.requestCode(email), newPassword });
    expect(await isVerified('nia')).toBe(true);
    expect((await confirm(code)).body).toEqual(refusal('INVALID_OOB_CODE'));
  });

  test('has no link for an unknown address or a disabled user', async () => {
    const email = await idp.addUser('odd');
    expect(await createResetLinkFor(idp.deps, 'ODD@example.test')).toContain('/reset-password?');
    await sql`update identity_users set is_disabled = true where uid = 'odd'`.execute(idp.deps.db);
    expect(await createResetLinkFor(idp.deps, email)).toBeUndefined();
    expect(await createResetLinkFor(idp.deps, 'nobody@example.test')).toBeUndefined();
  });

  test('by a link that the command line printed does not confirm the address', async () => {
    const link = await createResetLinkFor(idp.deps, await idp.addUser('ole'));
    const oobCode = new URL(link ?? '').searchParams.get('oobCode');
    expect((await idp.call('resetPassword', { oobCode, newPassword })).status).toBe(200);
    expect(await isVerified('ole')).toBe(false);
  });
});

test('what one user changes leaves the codes, tokens and address of another as they are', async () => {
  const [mine, yours] = [await idp.addUser('pam'), await idp.addUser('pip')];
  const { refreshToken } = await idp.signIn(yours);
  const [emailCode, resetCode] = [await requestCode(yours), await idp.requestCode(yours)];
  const before = await readUser('pip');
  expect(before).toMatchObject({ email: yours, email_verified_at: null, is_disabled: false });
  await confirm(await requestCode(mine));
  const newEmail = 'new.pam@example.test';
  await idp.deps.identity.updateUser('pam', { email: newEmail, password: newPassword });
  await idp.deps.identity.revokeTokens('pam');
  await idp.deps.identity.endRefreshTokens?.('pam');
  await idp.signIn(newEmail, newPassword);
  await idp.deps.identity.deleteUser('pam');
  expect(await readUser('pip')).toEqual(before);
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
  expect((await idp.call('token', refresh)).status).toBe(200);
  expect((await confirm(emailCode)).status).toBe(200);
  expect((await idp.call('resetPassword', { oobCode: resetCode, newPassword })).status).toBe(200);
});

const readUser = (uid: string) =>
  idp.deps.db
    .selectFrom('identity_users')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();

test('a code is deleted a day after it expired', async () => {
  const { db } = idp.deps;
  await requestCode(await idp.addUser('quin'));
  const expireAndClean = async (hoursAgo: number) => {
    const expires_at = new Date(Date.now() - hoursAgo * 3_600_000);
    const codes = db.updateTable('identity_email_codes').set({ expires_at });
    await codes.where('uid', '=', 'quin').execute();
    await deleteExpired(db);
    const left = db.selectFrom('identity_email_codes').select('uid').where('uid', '=', 'quin');
    return (await left.execute()).length;
  };
  expect([await expireAndClean(23), await expireAndClean(25)]).toEqual([1, 0]);
});

test('a site that cannot send emails refuses to', async () => {
  const mute = await openTestIdentity({ SITE_URL: 'http://wynhold.example' });
  const { idToken } = await mute.signIn(await mute.addUser('ada'));
  const answer = await mute.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  expect(answer.body).toEqual(refusal('OPERATION_NOT_ALLOWED'));
  await mute.close();
});
