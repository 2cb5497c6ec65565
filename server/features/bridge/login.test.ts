import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { revokeSessionsWithoutPublish } from '#server/features/accounts/sessions.service.ts';
import { imposeSanction } from '#server/features/sanctions/sanctions.service.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameLogin } from '#shared/endpoints/bridge.ts';

import { addDelivery, addTestServer } from './testing/bridge.ts';
import type { TestServer } from './testing/bridge.ts';

let site: TestApp;
let server: TestServer;
let addresses = 0;
/** How long answers would have been delayed, in milliseconds. */
let pauses: number[] = [];
beforeAll(async () => {
  site = await openTestApp({ replace: () => ({ pause: async (ms) => pauses.push(ms) }) });
  server = await addTestServer(site, { scopes: ['login'] });
});
afterAll(() => site.close());

/** Each test uses its own address, so that tests do not share rate limits. */
function newAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

async function logIn(name: string, password: string, ip = newAddress()): Promise<GameLogin> {
  const answer = await server.post('/login', { name, password, ip });
  expect(answer.statusCode).toBe(200);
  return answer.json<GameLogin>();
}

function setPassword(player: TestPlayer, password: string) {
  return site.app.inject(json('PUT', '/api/account/game-password', { password }, player));
}

async function turnOnTwoFactor(accountId: number): Promise<void> {
  await site.deps.db
    .insertInto('two_factor_secrets')
    .values({ account_id: accountId, secret: 'KRSXG5A', confirmed_at: new Date() })
    .execute();
}

test('the website password works in the game, in any spelling of the name', async () => {
  const player = await site.addPlayer('Iron Ada', 1);
  expect(await logIn('iron_ADA', testPassword)).toEqual({
    ok: true,
    accountId: player.id,
    name: 'Iron Ada',
    rank: 1,
    isMuted: false,
    mutedUntil: null,
    purchasesWaiting: 0,
  });
});

test('a login says how many purchases wait for the player on this server', async () => {
  const player = await site.addPlayer('Rich Rita');
  for (let n = 0; n < 3; n++) await addDelivery(site, player.id, { itemId: 7 });
  await addDelivery(site, player.id, { itemId: 60_000 });
  const other = await addTestServer(site, { scopes: ['deliveries'] });
  await other.put('/items', { items: [{ id: 60_000 }] });
  const game = await addTestServer(site, { scopes: ['login', 'deliveries'] });
  await game.put('/items', { count: 100 });
  const claimed = await game.post('/deliveries/claim', {
    player: 'Rich Rita',
    session: 's',
    limit: 2,
  });
  const [item] = claimed.json<{ items: { id: string }[] }>().items;
  await game.post(`/deliveries/${item!.id}/ack`, { status: 'applied' });
  const login = { name: 'Rich Rita', password: testPassword, ip: newAddress() };
  const answer = await game.post('/login', login);
  expect(answer.json()).toMatchObject({ ok: true, purchasesWaiting: 2 });
});

test('staff log in with their game password only, and every other password gets the same answer', async () => {
  const staff = await site.addPlayer('Staff Sam', 2);
  const state = await site.app.inject({
    url: '/api/account/game-password',
    headers: { cookie: staff.cookie },
  });
  expect(state.json()).toMatchObject({ isNeeded: true });
  const right = await logIn('Staff Sam', testPassword);
  expect(right).toMatchObject({ ok: false, code: 'game-password-needed' });
  expect(await logIn('Staff Sam', 'not the password')).toEqual(right);
  await setPassword(staff, 'only for the game');
  expect(await logIn('Staff Sam', 'only for the game')).toMatchObject({ ok: true, rank: 2 });
});

test('a wrong password and an unknown name get the same answer', async () => {
  await site.addPlayer('Known Bram');
  const wrong = await logIn('Known Bram', 'not the password');
  expect(wrong).toMatchObject({ ok: false, code: 'wrong-credentials' });
  expect(await logIn('Nobody Known', 'not the password')).toEqual(wrong);
});

test('an account that is being deleted cannot log in to the game', async () => {
  const player = await site.addPlayer('Leaving Lea');
  const closeAt = (closing_at: Date | null) =>
    site.deps.db
      .updateTable('accounts')
      .set({ delete_after: new Date(), closing_at })
      .where('id', '=', player.id)
      .execute();
  await closeAt(null);
  expect(await logIn('Leaving Lea', testPassword)).toMatchObject({ ok: true });
  await closeAt(new Date());
  expect(await logIn('Leaving Lea', testPassword)).toEqual(
    await logIn('Nobody Known', 'not the password'),
  );
});

test('both the game password and the website password work in the game', async () => {
  const player = await site.addPlayer('Two Words');
  expect((await setPassword(player, 'lantern oil 9')).json()).toMatchObject({
    isSet: true,
    isNeeded: false,
  });
  expect(await logIn('Two Words', 'lantern oil 9')).toMatchObject({ ok: true });
  expect(await logIn('Two Words', testPassword)).toMatchObject({ ok: true });
  await site.app.inject(json('DELETE', '/api/account/game-password', undefined, player));
  expect(await logIn('Two Words', 'lantern oil 9')).toMatchObject({ ok: false });
});

test('a two-factor account logs in to the game with its game password only', async () => {
  const player = await site.addPlayer('Two Factors');
  await turnOnTwoFactor(player.id);
  expect(await logIn('Two Factors', testPassword)).toMatchObject({
    ok: false,
    code: 'game-password-needed',
  });
  expect(await logIn('Two Factors', 'a wrong guess')).toMatchObject({
    ok: false,
    code: 'wrong-credentials',
  });
  await setPassword(player, 'lantern oil 9');
  expect(await logIn('Two Factors', 'lantern oil 9')).toMatchObject({ ok: true });
});

test('a login returns the reason and end of a ban, and the end of a mute', async () => {
  const banned = await site.addPlayer('Banned Bram');
  const muted = await site.addPlayer('Muted Mo');
  const expiresAt = new Date(Date.now() + 3_600_000);
  const common = { reason: 'Botting', expiresAt, source: 'game', issuedBy: 'Mod' } as const;
  await transaction(site.deps.db, async (trx) => {
    await imposeSanction(site.deps, trx, { ...common, accountId: banned.id, kind: 'ban' });
    await imposeSanction(site.deps, trx, { ...common, accountId: muted.id, kind: 'mute' });
  });
  expect(await logIn('Banned Bram', testPassword)).toMatchObject({
    ok: false,
    code: 'banned',
    reason: 'Botting',
    until: expiresAt.toISOString(),
  });
  expect(await logIn('Banned Bram', 'wrong')).toMatchObject({ code: 'wrong-credentials' });
  expect(await logIn('Muted Mo', testPassword)).toMatchObject({
    ok: true,
    isMuted: true,
    mutedUntil: expiresAt.toISOString(),
  });
  const ended = { ...common, expiresAt: new Date(Date.now() + 60_000) };
  await transaction(site.deps.db, async (trx) => {
    await imposeSanction(site.deps, trx, { ...ended, accountId: banned.id, kind: 'mute' });
    await imposeSanction(site.deps, trx, {
      ...common,
      expiresAt: null,
      accountId: muted.id,
      kind: 'mute',
    });
  });
  expect(await logIn('Banned Bram', testPassword)).toMatchObject({ code: 'banned' });
  expect(await logIn('Muted Mo', testPassword)).toMatchObject({ isMuted: true, mutedUntil: null });
  await transaction(site.deps.db, (trx) =>
    imposeSanction(site.deps, trx, {
      ...common,
      expiresAt: null,
      accountId: muted.id,
      kind: 'ban',
    }),
  );
  expect(await logIn('Muted Mo', testPassword)).toEqual({
    ok: false,
    code: 'banned',
    message: 'This account is banned.',
    reason: 'Botting',
    until: null,
  });
  await sql`update sanctions set issued_at = now() - interval '2 days', expires_at = now() - interval '1 second'
    where account_id in (${banned.id}, ${muted.id}) and lifted_at is null`.execute(site.deps.db);
  expect(await logIn('Banned Bram', testPassword)).toMatchObject({ ok: true, isMuted: false });
});

test('at most five wrong passwords a minute for one name and address', async () => {
  await site.addPlayer('Guessed');
  const ip = newAddress();
  for (let n = 0; n < 5; n++) {
    expect(await logIn('Guessed', `guess ${n}`, ip)).toMatchObject({ code: 'wrong-credentials' });
  }
  expect(await logIn('guessed', testPassword, ip)).toMatchObject({
    ok: false,
    code: 'too-many-attempts',
    until: expect.any(String),
  });
  expect(await logIn('Guessed', testPassword)).toMatchObject({ ok: true });
});

test('a refused attempt says when its own limit ends, a minute or 15 minutes after the first one', async () => {
  const ip = newAddress();
  await logIn('Clocked', 'guess', ip);
  const { rows } = await sql<{ key: string; hits: number; seconds: number }>`
    select key, hits, extract(epoch from resets_at - now())::float as seconds from rate_limits
    where key like 'game login%clocked%' or key like ${`game login network ${ip}`}
    order by key`.execute(site.deps.db);
  expect(rows.map(({ key, hits }) => [key, hits])).toEqual([
    ['game login name clocked', 1],
    [`game login name clocked | network ${ip}`, 1],
    [`game login network ${ip}`, 1],
  ]);
  const [ofName, ofBoth, ofNetwork] = rows.map(({ seconds }) => seconds);
  expect(ofName).toBeGreaterThan(300);
  expect(ofName).toBeLessThanOrEqual(900);
  for (const seconds of [ofBoth, ofNetwork]) expect(seconds).toBeLessThanOrEqual(60);
  const setHits = (key: string, hits: number) =>
    site.deps.db.updateTable('rate_limits').set({ hits }).where('key', '=', key).execute();
  await setHits('game login name clocked', 30);
  const before = Date.now();
  const refused = await logIn('Clocked', 'guess', newAddress());
  expect(refused).toMatchObject({ ok: false, code: 'too-many-attempts', reason: null });
  const { until } = refused as { until: string };
  expect(Date.parse(until) - before).toBeGreaterThan(300_000);
});

test('at most twenty attempts a minute from one address, whatever the names', async () => {
  const ip = newAddress();
  for (let n = 0; n < 20; n++) await logIn(`Name ${n}`, 'guess', ip);
  expect(await logIn('Name 20', 'guess', ip)).toMatchObject({ code: 'too-many-attempts' });
});

/** A different address for each n, as a caller could send to avoid the network limits. */
function otherAddress(n: number): string {
  return `203.0.${n >> 8}.${n & 255}`;
}

test('at most thirty guesses at one name in 15 minutes, whatever address the game sends', async () => {
  await site.addPlayer('Wanted');
  for (let n = 0; n < 30; n++) {
    expect(await logIn('Wanted', `guess ${n}`, otherAddress(n))).toMatchObject({
      code: 'wrong-credentials',
    });
  }
  expect(await logIn('WANTED', testPassword, otherAddress(30))).toMatchObject({
    ok: false,
    code: 'too-many-attempts',
  });
  const other = await addTestServer(site, { scopes: ['login'] });
  const body = { name: 'Wanted', password: testPassword, ip: otherAddress(31) };
  expect((await other.post('/login', body)).json()).toMatchObject({ code: 'too-many-attempts' });
  await sql`update rate_limits set resets_at = resets_at - interval '15 minutes'`.execute(
    site.deps.db,
  );
  expect(await logIn('Wanted', testPassword, otherAddress(32))).toMatchObject({ ok: true });
});

describe('in a network where the player logged in before', () => {
  async function addKnown(name: string): Promise<{ player: TestPlayer; home: string }> {
    const player = await site.addPlayer(name);
    const home = newAddress();
    expect(await logIn(name, testPassword, home)).toMatchObject({ ok: true });
    pauses = [];
    return { player, home };
  }

  async function guessElsewhere(name: string, first: number): Promise<void> {
    for (let n = first; n < first + 40; n++) await logIn(name, `guess ${n}`, otherAddress(n));
    expect(await logIn(name, testPassword, otherAddress(first + 40))).toMatchObject({
      code: 'too-many-attempts',
    });
  }

  test('wrong guesses from elsewhere never refuse the right password', async () => {
    const { home } = await addKnown('Besieged');
    await guessElsewhere('Besieged', 2000);
    expect(await logIn('besieged', testPassword, home)).toMatchObject({ ok: true });
    expect(pauses).toEqual([]);
  });

  test('nor does a game that sent too many attempts of others', async () => {
    const { home } = await addKnown('Patient');
    await site.deps.db
      .updateTable('rate_limits')
      .set({ hits: 600 })
      .where('key', 'like', 'game login token %')
      .execute();
    expect(await logIn('Patient', testPassword, newAddress())).toMatchObject({
      code: 'too-many-attempts',
    });
    expect(await logIn('Patient', testPassword, home)).toMatchObject({ ok: true });
    await site.deps.db
      .deleteFrom('rate_limits')
      .where('key', 'like', 'game login token %')
      .execute();
  });

  test('nor do attempts at other names in this network', async () => {
    const { home } = await addKnown('Shares');
    for (let n = 0; n < 21; n++) await logIn(`Other ${n}`, 'guess', home);
    expect(await logIn('Other 21', 'guess', home)).toMatchObject({ code: 'too-many-attempts' });
    expect(await logIn('Shares', testPassword, home)).toMatchObject({ ok: true });
  });

  test('wrong guesses are answered later and later, and the right password still works', async () => {
    const { home } = await addKnown('Forgetful');
    for (let n = 0; n < 9; n++) {
      expect(await logIn('Forgetful', `guess ${n}`, home)).toMatchObject({
        code: 'wrong-credentials',
      });
    }
    expect(pauses).toEqual([500, 1000, 2000, 3000]);
    expect(await logIn('Forgetful', testPassword, home)).toMatchObject({ ok: true });
    expect(await logIn('Forgetful', 'one more', home)).toMatchObject({ ok: false });
    expect(pauses).toEqual([500, 1000, 2000, 3000, 3000]);
  });

  test('the first login may have been on the website', async () => {
    const player = await site.addPlayer('Web First');
    const home = newAddress();
    const idToken = await fetchIdToken(site.app, player.email);
    const request = json('POST', '/auth/web-login', { idToken });
    const answer = await site.app.inject({ ...request, remoteAddress: home });
    expect(answer.statusCode).toBe(200);
    await guessElsewhere('Web First', 2100);
    expect(await logIn('Web First', testPassword, home)).toMatchObject({ ok: true });
  });

  test('a renamed player is still known', async () => {
    const { player, home } = await addKnown('Old Name');
    await site.deps.db
      .updateTable('accounts')
      .set({ username: 'New Name', username_key: 'new name' })
      .where('id', '=', player.id)
      .execute();
    await guessElsewhere('New Name', 2200);
    expect(await logIn('New Name', testPassword, home)).toMatchObject({ ok: true });
  });

  test('signing out everywhere forgets the network', async () => {
    const { player, home } = await addKnown('Had A Thief');
    await transaction(site.deps.db, (trx) => revokeSessionsWithoutPublish(trx, player.id));
    await guessElsewhere('Had A Thief', 2300);
    expect(await logIn('Had A Thief', testPassword, home)).toMatchObject({
      code: 'too-many-attempts',
    });
  });

  test('the address that means an unknown one is never known', async () => {
    await site.addPlayer('No Address');
    expect(await logIn('No Address', testPassword, '0.0.0.0')).toMatchObject({ ok: true });
    await guessElsewhere('No Address', 2400);
    expect(await logIn('No Address', testPassword, '0.0.0.0')).toMatchObject({
      code: 'too-many-attempts',
    });
  });

  test('guesses at once cannot exceed the limits, from elsewhere or in this network', async () => {
    const { home } = await addKnown('Stormed');
    const guessAll = async (addressOf: (n: number) => string) => {
      const guesses = Array.from({ length: 60 }, (_, n) => logIn('Stormed', 'guess', addressOf(n)));
      const answers = await Promise.all(guesses);
      return answers.filter((answer) => !answer.ok && answer.code === 'wrong-credentials').length;
    };
    expect(await guessAll((n) => otherAddress(2500 + n))).toBe(30);
    expect(await guessAll(() => home)).toBe(30);
  });
});

test('at most 600 guesses a minute with one token, whatever names and addresses it sends', async () => {
  const guesser = await addTestServer(site, { scopes: ['login'] });
  const guess = async (n: number, name: string, password = 'a guess') => {
    const answer = await guesser.post('/login', { name, password, ip: otherAddress(n) });
    return answer.json<GameLogin>();
  };
  await sql`insert into rate_limits (key, hits, resets_at)
    values (${`game login token ${guesser.tokenId}`}, 598, now() + interval '1 minute')`.execute(
    site.deps.db,
  );
  await site.addPlayer('Not Counted');
  expect(await guess(1000, 'Not Counted', testPassword)).toMatchObject({ ok: true });
  for (const n of [1001, 1002]) {
    expect(await guess(n, `Name ${n}`)).toMatchObject({ code: 'wrong-credentials' });
  }
  expect(await guess(1003, 'Name 1003')).toMatchObject({ code: 'too-many-attempts' });
  expect(await logIn('Not Counted', testPassword)).toMatchObject({ ok: true });
});

test('right passwords do not count against the limits', async () => {
  await site.addPlayer('Often Here');
  const ip = newAddress();
  for (let n = 0; n < 35; n++) {
    expect(await logIn('Often Here', testPassword, ip)).toMatchObject({ ok: true });
  }
});

test('a login stores no trace of the password, even with an Idempotency-Key', async () => {
  await site.addPlayer('Traceless');
  const body = { name: 'Traceless', password: testPassword, ip: newAddress() };
  await server.post('/login', body, { 'idempotency-key': 'a-login' });
  const stored = await site.deps.db
    .selectFrom('bridge_answers')
    .select('key')
    .where('key', '=', 'a-login')
    .execute();
  expect(stored).toEqual([]);
});

test('a game password has 8 to 20 ASCII characters, is not common and not the website password', async () => {
  const player = await site.addPlayer('Chooser');
  const invalid = ['short', 'x'.repeat(21), 'pässword-ä', 'password1', 'aaaaaaaaaa'];
  for (const password of invalid) {
    expect((await setPassword(player, password)).statusCode, password).toBe(400);
  }
  expect((await setPassword(player, testPassword)).json()).toMatchObject({
    fields: { password: 'Choose a password other than your website password.' },
  });
  const read = async () => {
    const { cookie } = player;
    return (
      await site.app.inject({ url: '/api/account/game-password', headers: { cookie } })
    ).json();
  };
  expect(await read()).toEqual({ isSet: false, setAt: null, isNeeded: false });
  for (const password of ['f5 tree!', '~ twenty characters ']) {
    const answer = await setPassword(player, password);
    expect([password, answer.statusCode]).toEqual([password, 200]);
    expect(await logIn('Chooser', password)).toMatchObject({ ok: true });
  }
  // The second one replaced the first.
  expect(await logIn('Chooser', 'f5 tree!')).toMatchObject({ code: 'wrong-credentials' });
  await turnOnTwoFactor(player.id);
  expect(await read()).toEqual({ isSet: true, setAt: expect.any(String), isNeeded: true });
});

test('a new game password has a new time, and none is the address or the name of the site', async () => {
  const player = await site.addPlayer('Long Chooser');
  const first = (await setPassword(player, 'lantern oil 9')).json<{ setAt: string }>();
  await site.deps.db
    .updateTable('game_passwords')
    .set({ set_at: new Date(Date.parse(first.setAt) - 60_000) })
    .where('account_id', '=', player.id)
    .execute();
  const second = (await setPassword(player, 'lantern oil 10')).json<{ setAt: string }>();
  expect(Date.parse(second.setAt)).toBeGreaterThanOrEqual(Date.parse(first.setAt));
  expect((await setPassword(player, 'Long.Chooser')).json()).toMatchObject({
    code: 'accounts/weak-password',
    fields: { password: expect.stringContaining('your email address or the site’s name') },
  });
});

test('removing a game password needs a fresh sign-in, emails the owner, and leaves those of others', async () => {
  const [player, other] = [await site.addPlayer('Remover'), await site.addPlayer('Keeps It')];
  await setPassword(player, 'lantern oil 9');
  await setPassword(other, 'lantern oil 10');
  const remove = () =>
    site.app.inject(json('DELETE', '/api/account/game-password', undefined, player));
  const setAge = (minutes: number) =>
    site.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - minutes * 60_000) })
      .where('account_id', '=', player.id)
      .execute();
  await setAge(11);
  expect((await remove()).json()).toMatchObject({ code: 'accounts/reauthentication-required' });
  expect(await logIn('Remover', 'lantern oil 9')).toMatchObject({ ok: true });
  await setAge(9);
  site.mails.length = 0;
  expect((await remove()).statusCode).toBe(204);
  expect(site.mails).toMatchObject([{ to: player.email, heading: 'Game password removed' }]);
  expect(await logIn('Remover', 'lantern oil 9')).toMatchObject({ code: 'wrong-credentials' });
  expect(await logIn('Keeps It', 'lantern oil 10')).toMatchObject({ ok: true });
});

test('setting a game password needs a fresh sign-in, stores a hash and emails the owner', async () => {
  const player = await site.addPlayer('Fresh Face');
  await setPassword(player, 'lantern oil 9');
  const stored = await site.deps.db
    .selectFrom('game_passwords')
    .select('password_hash')
    .where('account_id', '=', player.id)
    .executeTakeFirstOrThrow();
  expect(stored.password_hash).toMatch(/^\$argon2id\$/);
  expect(site.mails.at(-1)).toMatchObject({ to: player.email, heading: 'Game password set' });
  await site.deps.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 11 * 60_000) })
    .where('account_id', '=', player.id)
    .execute();
  expect((await setPassword(player, 'another oil 10')).json()).toMatchObject({
    code: 'accounts/reauthentication-required',
  });
  expect(await logIn('Fresh Face', 'lantern oil 9')).toMatchObject({ ok: true });
});
