import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { AppError } from '#shared/errors.ts';
import { claimCodePattern } from '#shared/rules/claim-code.ts';

import { deleteExpiredClaims } from './name-claims.db.ts';
import { composeNameClaimMail, proveNameClaim, sendNameClaimLink } from './name-claims.service.ts';
import { releaseName, reserveNames } from './reserved-names.service.ts';

let site: TestApp;
let game: TestServer;
let isProviderDown = false;

beforeAll(async () => {
  site = await openTestApp({
    replace: ({ identity }) => ({
      identity: {
        ...identity,
        async createUser(user) {
          if (isProviderDown) throw new AppError('identity/unavailable', 'The provider is down.');
          return identity.createUser(user);
        },
      },
    }),
  });
  game = await addTestServer(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  isProviderDown = false;
  await site.deps.db.deleteFrom('rate_limits').execute();
});

let visitors = 0;

const post = (url: string, body: object, on = site) => on.app.inject(json('POST', url, body));

const reserve = (username: string, email?: string) =>
  reserveNames(site.deps, commandLine, [{ username, email }]);

async function startClaim(username: string) {
  const answer = await post('/auth/name-claims', { username });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ claim: string; code: string; expiresAt: string }>();
}

function register(username: string, claim?: string) {
  visitors += 1;
  const email = `claimer${visitors}@example.test`;
  return post('/auth/register', { username, email, password: testPassword, claim });
}

async function typeInGame(player: string, code: string) {
  const answer = await game.post('/name-claims', { player, code });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ isClaimed: boolean }>().isClaimed;
}

const check = (claim: string) => post('/auth/name-claims/check', { claim });
const isReserved = async (key: string) =>
  (await site.deps.db
    .selectFrom('reserved_names')
    .select('username')
    .where('username_key', '=', key)
    .executeTakeFirst()) !== undefined;

const linkTo = (email: string) => {
  const mail = site.mails.findLast((one) => one.to === email);
  return new URL(mail?.action?.url ?? '').searchParams.get('claim') ?? '';
};

const expire = () =>
  site.deps.db
    .updateTable('name_claims')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();

const readMinutes = (key: string) =>
  site.deps.db
    .selectFrom('name_claims')
    .select([
      sql<number>`extract(epoch from expires_at - created_at)::int / 60`.as('fromStart'),
      sql<number>`extract(epoch from expires_at - proven_at)::int / 60`.as('fromProof'),
    ])
    .where('username_key', '=', key)
    .execute();

describe('a code typed in the game', () => {
  test('gives the name to the browser that asked for it, once', async () => {
    await reserve('iron_ada');
    const { claim, code } = await startClaim('Iron Ada');
    expect(code).toMatch(claimCodePattern);
    expect((await check(claim)).json()).toMatchObject({ username: 'Iron Ada', isProven: false });
    expect((await register('Iron Ada', claim)).json()).toMatchObject({
      code: 'accounts/claim-invalid',
    });
    expect(await typeInGame('Somebody', code)).toBe(false);
    expect(await typeInGame('IRON-ADA', code)).toBe(true);
    expect(await typeInGame('IRON-ADA', code)).toBe(false);
    expect((await check(claim)).json()).toMatchObject({ isProven: true });
    expect((await register('Iron Ada')).json()).toMatchObject({
      code: 'accounts/username-claimable',
    });
    expect((await register('iron ada', claim)).statusCode).toBe(200);
    expect(await isReserved('iron ada')).toBe(false);
    expect((await register('Iron Ada', claim)).statusCode).toBe(410);
    expect((await check(claim)).statusCode).toBe(410);
    const audited = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_name', 'after'])
      .where('action', '=', 'accounts/name-claimed')
      .where('subject', '=', 'iron ada')
      .execute();
    expect(audited).toEqual([
      { actor_name: 'iron ada', after: { provenBy: expect.stringContaining('World') as string } },
    ]);
  });

  test('does not open another name, and a stranger gets the name in no spelling', async () => {
    await reserve('big_bo');
    await reserve('other');
    const own = await startClaim('Other');
    expect(await typeInGame('Big Bo', own.code)).toBe(false);
    expect(await typeInGame('Other', own.code)).toBe(true);
    for (const spelling of ['Big Bo', 'BIG_BO', 'big-bo', 'big  bo']) {
      expect((await register(spelling)).statusCode, spelling).toBe(409);
      expect((await register(spelling, own.claim)).statusCode, spelling).toBe(410);
    }
    // A letter that only looks the same is no username at all.
    expect((await register('Bіg Bo')).statusCode).toBe(400);
    expect(await isReserved('big bo')).toBe(true);
  });

  test('is stored only as a hash and works for half an hour', async () => {
    await reserve('fleeting');
    const { claim, code } = await startClaim('Fleeting');
    const rows = await site.deps.db.selectFrom('name_claims').selectAll().execute();
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'data' in value
        ? Buffer.from(value.data as number[]).toString('latin1')
        : value,
    );
    expect(stored).toContain('fleeting');
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(claim);
    expect(await readMinutes('fleeting')).toEqual([{ fromStart: 30, fromProof: null }]);
    await expire();
    expect(await typeInGame('Fleeting', code)).toBe(false);
    expect((await check(claim)).statusCode).toBe(410);
    await reserve('in_time');
    const open = await startClaim('In Time');
    await deleteExpiredClaims(site.deps.db);
    const left = await site.deps.db.selectFrom('name_claims').select('username_key').execute();
    expect(left).toEqual([{ username_key: 'in time' }]);
    // The hour for the registration begins when the code was typed.
    expect(await typeInGame('In Time', open.code)).toBe(true);
    expect(await readMinutes('in time')).toMatchObject([{ fromProof: 60 }]);
  });

  test('works once, also if the game and the browser send everything twice at the same time', async () => {
    await reserve('racer');
    const { claim, code } = await startClaim('Racer');
    const typed = await Promise.all(Array.from({ length: 6 }, () => typeInGame('Racer', code)));
    expect(typed.filter(Boolean)).toHaveLength(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => register('Racer', claim)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses) expect([200, 409, 410]).toContain(status);
    const users = await site.deps.db
      .selectFrom('accounts')
      .select('id')
      .where('username_key', '=', 'racer')
      .execute();
    expect(users).toHaveLength(1);
  });

  test('stays good if the registration is interrupted; the name is never free meanwhile', async () => {
    await reserve('patience');
    const { claim, code } = await startClaim('Patience');
    await typeInGame('Patience', code);
    isProviderDown = true;
    expect((await register('Patience', claim)).statusCode).toBe(503);
    isProviderDown = false;
    expect(await isReserved('patience')).toBe(true);
    expect((await register('Patience')).statusCode).toBe(409);
    expect((await register('Patience', claim)).statusCode).toBe(200);
    expect(await isReserved('patience')).toBe(false);
  });

  test('needs a token with the scope, a reserved name, and not too many tries', async () => {
    const without = await addTestServer(site, { scopes: ['heartbeat', 'login'] });
    const refused = await without.post('/name-claims', { player: 'Ada', code: 'claim2222222' });
    expect(refused.json()).toMatchObject({ code: 'bridge/scope-missing' });
    expect((await post('/auth/name-claims', { username: 'Nobody' })).statusCode).toBe(404);
    const { id } = await site.addPlayer('Has Moved');
    await site.deps.db
      .insertInto('reserved_names')
      .values({
        username: 'Before',
        username_key: 'before',
        account_id: id,
        expires_at: new Date('2099-01-01'),
      })
      .execute();
    for (const url of ['/auth/name-claims', '/auth/name-claims/email']) {
      expect((await post(url, { username: 'Before' })).statusCode).toBe(404);
    }
    await reserve('guesser');
    const { code } = await startClaim('Guesser');
    for (let at = 0; at < 30; at++) await typeInGame('Guesser', 'claim2222222');
    expect(await typeInGame('Guesser', code)).toBe(false);
    await site.deps.db.deleteFrom('rate_limits').execute();
    expect(await typeInGame('Guesser', ` ${code.toUpperCase()} `)).toBe(true);
  });
});

describe('a link by email', () => {
  test('goes to the known address, and only who opens it gets the name', async () => {
    await reserve('mail_may', 'may@example.test');
    const answer = await post('/auth/name-claims/email', { username: 'Mail May' });
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    const mail = site.mails.at(-1);
    expect(mail).toMatchObject({
      to: 'may@example.test',
      subject: 'Claim the name Mail May at Wynhold',
    });
    const claim = linkTo('may@example.test');
    expect((await check(claim)).json()).toMatchObject({ isProven: true, username: 'Mail May' });
    expect((await register('Mail May', claim)).statusCode).toBe(200);
    expect((await register('Mail May', claim)).statusCode).toBe(410);
  });

  test('is not sent for a name without an address, without telling so, and at most five times a day', async () => {
    await reserve('no_mail');
    await reserve('pestered', 'pestered@example.test');
    const before = site.mails.length;
    expect((await post('/auth/name-claims/email', { username: 'No Mail' })).statusCode).toBe(204);
    expect(site.mails).toHaveLength(before);
    for (let at = 0; at < 7; at++) {
      const answer = await post('/auth/name-claims/email', { username: 'Pestered' });
      expect(answer.statusCode).toBe(204);
    }
    expect(site.mails).toHaveLength(before + 5);
  });

  test('expires after an hour and dies with the release of the name', async () => {
    await reserve('late_lou', 'lou@example.test');
    await post('/auth/name-claims/email', { username: 'Late Lou' });
    expect(await readMinutes('late lou')).toEqual([{ fromStart: 60, fromProof: 60 }]);
    await expire();
    expect((await register('Late Lou', linkTo('lou@example.test'))).statusCode).toBe(410);
  });

  test('says until when it works, ends with the release of the name, and is in the audit log', async () => {
    await reserve('log_lee', 'lee@example.test');
    await post('/auth/name-claims/email', { username: 'Log Lee' });
    const claim = linkTo('lee@example.test');
    const { expires_at } = await site.deps.db
      .selectFrom('name_claims')
      .select('expires_at')
      .where('username_key', '=', 'log lee')
      .executeTakeFirstOrThrow();
    expect((await check(claim)).json()).toEqual({
      username: 'Log Lee',
      isProven: true,
      expiresAt: expires_at.toISOString(),
    });
    await reserve('freed_fi', 'fi@example.test');
    await post('/auth/name-claims/email', { username: 'Freed Fi' });
    await releaseName(site.deps, commandLine, 'Freed Fi');
    expect((await check(linkTo('fi@example.test'))).statusCode).toBe(410);
    expect((await register('Log Lee', claim)).statusCode).toBe(200);
    const audited = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'actor_name', 'after'])
      .where('action', '=', 'accounts/name-claimed')
      .where('subject', '=', 'log lee')
      .execute();
    expect(audited).toEqual([
      { actor_id: null, actor_name: 'Log Lee', after: { provenBy: 'email' } },
    ]);
  });

  test('is not sent to an address that the name no longer has, nor without a mail server', async () => {
    await reserve('moved_mo', 'mo@example.test');
    const compose = (email: string) => composeNameClaimMail(site.deps, { name: 'moved mo', email });
    expect(await compose('mo@example.test')).toMatchObject({ to: 'mo@example.test' });
    await reserve('moved_mo', 'mo.two@example.test');
    expect(await compose('mo@example.test')).toBeUndefined();
    const config = { ...site.deps.config, canSendMail: false };
    const sending = sendNameClaimLink({ ...site.deps, config }, 'Moved Mo');
    await expect(sending).rejects.toMatchObject({ code: 'accounts/no-mail' });
  });

  test('spells the name as the game does if that has capitals', async () => {
    await reserve('McIron_ada');
    const { claim, expiresAt } = await startClaim('McIron ADA');
    expect((await check(claim)).json()).toEqual({
      username: 'McIron_ada',
      isProven: false,
      expiresAt,
    });
  });

  test('is not needed for a user whose confirmed address is the known one', async () => {
    const email = 'sam@example.test';
    const user = { email, isEmailVerified: true, signedInAt: new Date(), validSince: new Date(0) };
    const firebase = await openTestApp({
      replace: ({ identity }) => ({
        identity: {
          ...identity,
          name: 'firebase',
          verifyIdToken: async (uid) => ({
            ...user,
            uid,
            isEmailVerified: uid === 'confirmed',
            ...(uid === 'claimer' && { email: 'tess@example.test' }),
          }),
        },
      }),
    });
    try {
      await reserveNames(firebase.deps, commandLine, [
        { username: 'sam', email: 'SAM@example.test' },
      ]);
      const finish = (idToken: string, username = 'Sam', claim?: string) =>
        post('/auth/finish-registration', { idToken, username, claim }, firebase);
      expect((await finish('unconfirmed')).statusCode).toBe(409);
      expect((await finish('confirmed')).statusCode).toBe(200);
      const left = await firebase.deps.db.selectFrom('reserved_names').selectAll().execute();
      expect(left).toEqual([]);
      const audited = await firebase.deps.db
        .selectFrom('audit_log')
        .select(['subject', 'after'])
        .where('action', '=', 'accounts/name-claimed')
        .execute();
      expect(audited).toEqual([{ subject: 'sam', after: { provenBy: 'email' } }]);
      // A user of the provider can claim a name in the game too.
      await reserveNames(firebase.deps, commandLine, [{ username: 'tess' }]);
      const begun = await post('/auth/name-claims', { username: 'Tess' }, firebase);
      const { claim, code } = begun.json<{ claim: string; code: string }>();
      expect((await finish('claimer', 'Tess')).statusCode).toBe(409);
      const proof = { player: 'TESS', code, serverName: 'World 7' };
      expect(await proveNameClaim(firebase.deps.db, proof)).toBe(true);
      expect((await finish('claimer', 'Tess', claim)).json()).toEqual({ username: 'Tess' });
    } finally {
      await firebase.close();
    }
  });
});
