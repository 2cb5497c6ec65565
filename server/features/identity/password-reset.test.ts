import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { composeResetMail } from './password-reset.service.ts';
import { openTestIdentity, refusal, testPassword } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity({ SITE_URL: 'http://wynhold.example' });
});
afterAll(() => idp.close());

const newPassword = 'an entirely new phrase';

describe('a reset email', () => {
  test('is sent for a known address, with a link to the reset page', async () => {
    const email = await idp.addUser('ada');
    const before = idp.mails.length;
    const answer = await idp.call('sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email: 'ADA@example.test',
      clientType: 'CLIENT_TYPE_WEB',
      continueUrl: 'https://evil.example',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
        email: 'ADA@example.test',
      },
    });
    const mail = await vi.waitUntil(() => idp.mails[before], { timeout: 60_000 });
    expect(mail.to).toBe(email);
    expect(mail.subject).toBe('Reset your Wynhold password');
    expect(mail.action?.url).toMatch(
      /^http:\/\/wynhold\.example\/reset-password\?mode=resetPassword&oobCode=[\w-]{43}$/,
    );
  });

  test('is refused for an unknown address and other requests', async () => {
    const cases: [object, string][] = [
      [{ requestType: 'PASSWORD_RESET', email: 'nobody@example.test' }, 'EMAIL_NOT_FOUND'],
      [{ requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
      [{ requestType: 'PASSWORD_RESET', email: 'x\0@example.test' }, 'INVALID_EMAIL'],
      [{ requestType: 'EMAIL_SIGNIN', email: 'nobody@example.test' }, 'OPERATION_NOT_ALLOWED'],
      [{ email: 'nobody@example.test' }, 'MISSING_REQ_TYPE'],
    ];
    for (const [body, message] of cases) {
      expect(await idp.call('sendOobCode', body)).toMatchObject({
        status: 400,
        body: refusal(message),
      });
    }
  });

  test('is not sent to a disabled user, who gets the same answer', async () => {
    const before = idp.mails.length;
    const ask = async (uid: string) => {
      const email = `${uid}@example.test`;
      return (await idp.call('sendOobCode', { requestType: 'PASSWORD_RESET', email })).status;
    };
    for (const uid of ['liv', 'moe']) await idp.addUser(uid);
    await sql`update identity_users set is_disabled = true where uid = 'liv'`.execute(idp.deps.db);
    expect([await ask('liv'), await ask('moe')]).toEqual([200, 200]);
    await expect
      .poll(() => idp.mails.slice(before).map(({ to }) => to))
      .toEqual(['moe@example.test']);
  });

  test('that cannot be sent is reported, stored and sent later with a new link', async () => {
    const onProblem = vi.spyOn(idp.deps, 'onProblem');
    const send = vi.spyOn(idp.deps.mailer, 'send').mockRejectedValue(new Error('no mail server'));
    const email = await idp.addUser('bea');
    const answer = await idp.call('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    expect(answer.status).toBe(200);
    await expect.poll(() => onProblem).toHaveBeenCalledOnce();
    const rows = await idp.deps.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('oobCode');
    send.mockRestore();
    onProblem.mockRestore();
    // A link created at the request would have expired by now.
    await shiftExpiry('2 hours');
    await sql`update mails set due_at = now() where state = 'waiting'`.execute(idp.deps.db);
    await idp.deps.mailQueue.send();
    const mail = idp.mails.find(({ to }) => to === email);
    const oobCode = new URL(mail?.action?.url ?? '').searchParams.get('oobCode');
    expect((await idp.call('resetPassword', { oobCode, newPassword })).status).toBe(200);
  });

  test('is not made for an address that the user no longer has', async () => {
    const email = await idp.addUser('zoe');
    const compose = (to: string) => composeResetMail(idp.deps, { uid: 'zoe', email: to });
    expect(await compose(email)).toMatchObject({ to: email });
    await idp.deps.identity.updateUser('zoe', { email: 'new.zoe@example.test' });
    expect(await compose(email)).toBeUndefined();
    expect(await compose('new.zoe@example.test')).toMatchObject({ to: 'new.zoe@example.test' });
  });

  test('stores only the hash of its code', async () => {
    const email = await idp.addUser('cid');
    const code = await idp.requestCode(email);
    const rows = await idp.deps.db.selectFrom('identity_reset_codes').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => row.code_hash.toString('utf8')))).not.toContain(code);
  });
});

describe('a reset code', () => {
  test('can be checked and sets one new password', async () => {
    const email = await idp.addUser('dee');
    const { idToken, refreshToken } = await idp.signIn(email);
    const oobCode = await idp.requestCode(email);
    const expected = {
      status: 200,
      body: {
        kind: 'identitytoolkit#ResetPasswordResponse',
        requestType: 'PASSWORD_RESET',
        email,
      },
    };
    expect(await idp.call('resetPassword', { oobCode })).toMatchObject(expected);
    expect(await idp.call('resetPassword', { oobCode, newPassword })).toMatchObject(expected);

    await idp.signIn(email, newPassword);
    const old = await idp.call('signInWithPassword', { email, password: testPassword });
    expect(old.body).toEqual(refusal('INVALID_PASSWORD'));
    await expect(idp.deps.identity.verifyIdToken(idToken)).rejects.toMatchObject({
      code: 'accounts/token-refused',
    });
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
    expect((await idp.call('token', refresh)).status).toBe(400);
    for (const body of [{ oobCode }, { oobCode, newPassword }]) {
      expect((await idp.call('resetPassword', body)).body).toEqual(refusal('INVALID_OOB_CODE'));
    }
  });

  test('notifies the owner by email that the password was changed', async () => {
    const email = await idp.addUser('eve');
    const oobCode = await idp.requestCode(email);
    await idp.call('resetPassword', { oobCode, newPassword });
    const notice = await vi.waitUntil(
      () => idp.mails.find(({ to, subject }) => to === email && subject.includes('was changed')),
      { timeout: 60_000 },
    );
    expect(notice.paragraphs.join(' ')).not.toContain(newPassword);
  });

  test('ends the player’s sessions', async () => {
    const player = await idp.addPlayer('Fay');
    const verify = { url: '/auth/verify', headers: { cookie: player.cookie } };
    expect((await idp.app.inject(verify)).statusCode).toBe(200);
    const oobCode = await idp.requestCode(player.email);
    await idp.call('resetPassword', { oobCode, newPassword });
    expect((await idp.app.inject(verify)).statusCode).toBe(401);
  });

  test('voids the player’s other codes', async () => {
    const email = await idp.addUser('gil');
    const [first, second] = [await idp.requestCode(email), await idp.requestCode(email)];
    expect((await idp.call('resetPassword', { oobCode: second, newPassword })).status).toBe(200);
    const other = await idp.call('resetPassword', { oobCode: first, newPassword });
    expect(other.body).toEqual(refusal('INVALID_OOB_CODE'));
  });

  test('is not used up by a weak password', async () => {
    const email = await idp.addUser('hal');
    const oobCode = await idp.requestCode(email);
    const cases: [string, string][] = [
      ['', 'WEAK_PASSWORD : Use at least 8 characters.'],
      ['short', 'WEAK_PASSWORD : Use at least 8 characters.'],
      ['x'.repeat(10_000), 'WEAK_PASSWORD : Use at most 128 characters.'],
      ['Password123', 'WEAK_PASSWORD : This password is too common. Choose another.'],
      [email, 'WEAK_PASSWORD : Do not use your email address or the site’s name as your password.'],
    ];
    for (const [weak, message] of cases) {
      const answer = await idp.call('resetPassword', { oobCode, newPassword: weak });
      expect(answer.body).toEqual(refusal(message));
    }
    expect((await idp.call('resetPassword', { oobCode, newPassword })).status).toBe(200);
  });

  test('expires after an hour', async () => {
    const email = await idp.addUser('ian');
    const oobCode = await idp.requestCode(email);
    await shiftExpiry('59 minutes');
    expect((await idp.call('resetPassword', { oobCode })).status).toBe(200);
    await shiftExpiry('1 minute');
    for (const body of [{ oobCode }, { oobCode, newPassword }]) {
      expect((await idp.call('resetPassword', body)).body).toEqual(refusal('EXPIRED_OOB_CODE'));
    }
    await idp.signIn(email);
  });

  test('is void once the address or the password was changed in another way', async () => {
    for (const change of [{ email: 'new.jo@example.test' }, { password: newPassword }]) {
      const uid = `jo-${Object.keys(change).join()}`;
      const oobCode = await idp.requestCode(await idp.addUser(uid));
      await idp.deps.identity.updateUser(uid, change);
      const answer = await idp.call('resetPassword', { oobCode, newPassword });
      expect(answer.body).toEqual(refusal('INVALID_OOB_CODE'));
    }
  });

  test('of a disabled user is refused', async () => {
    const oobCode = await idp.requestCode(await idp.addUser('kit'));
    await sql`update identity_users set is_disabled = true where uid = 'kit'`.execute(idp.deps.db);
    const answer = await idp.call('resetPassword', { oobCode, newPassword });
    expect(answer.body).toEqual(refusal('USER_DISABLED'));
  });

  test.each([
    [{}, 'MISSING_OOB_CODE'],
    [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
    [{ oobCode: '\0' }, 'INVALID_OOB_CODE'],
    [{ oobCode: 'x'.repeat(10_000) }, 'INVALID_OOB_CODE'],
    [{ oobCode: 'x', newPassword: 1 }, 'INVALID_ARGUMENT : newPassword must be a string.'],
  ])('refuses %j', async (body, message) => {
    const answer = await idp.call('resetPassword', body);
    expect(answer).toMatchObject({ status: 400, body: refusal(message) });
  });
});

describe('with HIDE_KNOWN_EMAILS on', () => {
  let hiding: TestIdentity;
  beforeAll(async () => {
    hiding = await openTestIdentity({ HIDE_KNOWN_EMAILS: 'on' });
  });
  afterAll(() => hiding.close());

  test('an unknown address and a wrong password get the same answer', async () => {
    const email = await hiding.addUser('ada');
    const [known, unknown] = await Promise.all([
      hiding.call('signInWithPassword', { email, password: 'a wrong guess' }),
      hiding.call('signInWithPassword', {
        email: 'nobody@example.test',
        password: 'a wrong guess',
      }),
    ]);
    expect(known.body).toEqual(refusal('INVALID_LOGIN_CREDENTIALS'));
    expect(unknown.body).toEqual(known.body);
  });

  test('a reset request gets the same answer for any address, and only a known one gets an email', async () => {
    const email = await hiding.addUser('bea');
    const ask = (email: string) =>
      hiding.call('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    expect(await ask('nobody@example.test')).toMatchObject({
      status: 200,
      body: { email: 'nobody@example.test' },
    });
    expect((await ask(email)).status).toBe(200);
    await expect.poll(() => hiding.mails.map(({ to }) => to)).toEqual([email]);
  });
});

/** Makes every code expire earlier. */
async function shiftExpiry(by: string): Promise<void> {
  await sql`update identity_reset_codes set expires_at = expires_at - ${by}::interval`.execute(
    idp.deps.db,
  );
}
