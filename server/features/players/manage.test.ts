import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setRights } from '#server/features/accounts/change-account.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { addDelivery } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';

import { adjustBalance } from './manage.service.ts';

let site: TestApp;
let admin: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('First Admin', 3);
  other = await site.addPlayer('Other Admin', 3);
  await site.deps.db.insertInto('game_servers').values({ name: 'Main' }).execute();
});
afterAll(() => site.close());

const urlOf = (username: string, rest = '') =>
  `/api/admin/users/${encodeURIComponent(username)}${rest}`;

async function read(username: string, as = admin): Promise<ManagedUser> {
  const answer = await site.app.inject({ url: urlOf(username), headers: { cookie: as.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ManagedUser>();
}

async function latestEntry() {
  return site.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

const put = (username: string, rest: string, body: object, as = admin) =>
  site.app.inject(json('PUT', urlOf(username, rest), body, as));
const post = (username: string, rest: string, body: object, as = admin) =>
  site.app.inject(json('POST', urlOf(username, rest), body, as));

it('the page of a player has everything, and for a moderator neither money nor addresses', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('well_known');
  const moderator = await site.addPlayer('Constable', 1);
  const { id } = player;
  await db
    .insertInto('account_permissions')
    .values([
      { account_id: moderator.id, permission: 'players', given_by: null },
      { account_id: id, permission: 'polls', given_by: null },
      { account_id: id, permission: 'news', given_by: admin.id },
    ])
    .execute();
  const [createdAt, deleteAfter] = [new Date('2026-01-02T03:04:05Z'), new Date('2099-05-06')];
  await db
    .updateTable('accounts')
    .set({ user_rights: 1, community_manager: true, version: 7 })
    .set({ created_at: createdAt, delete_after: deleteAfter, email_verified_at: null })
    .where('id', '=', id)
    .execute();
  // Below zero the wallet is frozen.
  await sql`select move_coins(${id}, 'clawback', 'known', -15, 'topups', 'Refund')`.execute(db);
  await sql`
    insert into two_factor_secrets (account_id, secret, confirmed_at) values (${id}, 'x', now())`.execute(
    db,
  );
  await sql`
    insert into discord_links (account_id, discord_id, name) values (${id}, '77', 'known.one')`.execute(
    db,
  );
  await sql`
    insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
    select 'Well Known', 'well known', array_agg(0), 345, 0, now() from skills`.execute(db);
  await sql`
    update game_servers set is_online = true, players = array['WELL-KNOWN', 'Other']
    where name = 'Main'`.execute(db);
  const past = { issued_at: new Date('2026-02-03'), expires_at: new Date('2026-02-04') };
  const open = { issued_at: new Date('2026-03-04'), expires_at: new Date('2099-03-05') };
  const sanction = { account_id: id, source: 'site', issued_by: 'First Admin' } as const;
  await db
    .insertInto('sanctions')
    .values([
      {
        ...sanction,
        ...past,
        kind: 'ban',
        reason: 'Once',
        lifted_at: past.expires_at,
        lifted_by: 'expiry',
      },
      { ...sanction, ...open, kind: 'mute', reason: 'Spam', source: 'game' },
    ])
    .execute();
  await db
    .insertInto('infractions')
    .values([
      { account_id: id, note: 'First', noted_by: 'Constable', at: past.issued_at },
      { account_id: id, note: 'Second', noted_by: 'First Admin', at: open.issued_at },
    ])
    .execute();
  const anId = expect.any(Number) as number;
  const moment = expect.any(String) as string;
  const mute = {
    id: anId,
    kind: 'mute',
    reason: 'Spam',
    source: 'game',
    issuedBy: 'First Admin',
    issuedAt: open.issued_at.toISOString(),
    expiresAt: open.expires_at.toISOString(),
    liftedAt: null,
    liftedBy: null,
  };
  const whole: ManagedUser = {
    username: 'Well_Known',
    email: player.email,
    isEmailConfirmed: false,
    userRights: 1,
    permissions: [
      { permission: 'news', givenBy: 'First Admin', givenAt: moment },
      { permission: 'polls', givenBy: null, givenAt: moment },
    ],
    communityManager: true,
    wyncoins: -15,
    createdAt: createdAt.toISOString(),
    deleteAfter: deleteAfter.toISOString(),
    version: 7,
    isOwn: false,
    isLastAdmin: false,
    hasTwoFactor: true,
    discordName: 'known.one',
    isWalletFrozen: true,
    isOnline: true,
    totalLevel: 345,
    ban: null,
    mute: mute as ManagedUser['mute'],
    sanctions: [
      mute,
      {
        ...mute,
        kind: 'ban',
        reason: 'Once',
        source: 'site',
        issuedAt: past.issued_at.toISOString(),
        expiresAt: past.expires_at.toISOString(),
        liftedAt: past.expires_at.toISOString(),
        liftedBy: 'expiry',
      },
    ] as ManagedUser['sanctions'],
    infractions: [
      { id: anId, note: 'Second', notedBy: 'First Admin', at: open.issued_at.toISOString() },
      { id: anId, note: 'First', notedBy: 'Constable', at: past.issued_at.toISOString() },
    ],
    sessions: [
      {
        id: moment,
        createdAt: moment,
        lastSeenAt: moment,
        ip: '127.0.0.1',
        device: 'Unknown browser',
      },
    ],
  };
  expect(await read('well known')).toEqual(whole);
  expect(await read('well known', moderator)).toEqual({
    ...whole,
    email: null,
    isEmailConfirmed: null,
    wyncoins: null,
    hasTwoFactor: null,
    discordName: null,
    isWalletFrozen: null,
    sessions: null,
  });
  await sql`update game_servers set is_online = false where name = 'Main'`.execute(db);
  expect(await read('Constable', moderator)).toMatchObject({
    isOwn: true,
    isOnline: false,
    totalLevel: null,
    permissions: [{ permission: 'players' }],
    mute: null,
    sanctions: [],
    infractions: [],
  });
});

describe('rights', () => {
  it('can be changed, which is sent to the game and audited with before and after', async () => {
    await site.addPlayer('Riser');
    const { version } = await read('riser');
    expect((await put('RISER', '/rights', { rights: 2, version })).statusCode).toBe(204);
    expect(await read('riser')).toMatchObject({ userRights: 2, version: version + 1 });
    expect(await latestEntry()).toMatchObject({
      actor_id: admin.id,
      actor_name: 'First Admin',
      action: 'accounts/rights-changed',
      subject: 'riser',
      before: { rights: 0 },
      after: { rights: 2 },
      ip: '127.0.0.1',
    });
    const command = await site.deps.db
      .selectFrom('game_commands')
      .select(['type', 'args'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(command).toEqual({ type: 'setRank', args: { player: 'Riser', rank: 2 } });
  });

  it('cannot be changed by the admin who has them', async () => {
    const { version } = await read('First Admin');
    const answer = await put('First Admin', '/rights', { rights: 0, version });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'admin/own-account' });
    const ban = await put('First Admin', '/sanctions/ban', {
      reason: 'Oops',
      expiresAt: null,
      version,
    });
    expect(ban.json()).toMatchObject({ code: 'admin/own-account' });
    expect(await read('First Admin')).toMatchObject({ userRights: 3, ban: null, isOwn: true });
  });

  it('stay with the last admin; one who is banned or whose account closes does not count', async () => {
    const { db } = site.deps;
    const demote = () => setRights(site.deps, 'First Admin', { rights: 2, actor: commandLine });
    const isLast = async (name: string) => (await read(name)).isLastAdmin;
    expect(await isLast('First Admin')).toBe(false);
    const { version } = await read('Other Admin');
    const ban = { reason: 'Stolen account.', expiresAt: null, version };
    expect((await put('Other Admin', '/sanctions/ban', ban)).statusCode).toBe(204);
    expect([await isLast('First Admin'), await isLast('Other Admin')]).toEqual([true, false]);
    await expect(demote()).rejects.toMatchObject({ code: 'accounts/last-admin' });
    await db
      .updateTable('sanctions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', other.id)
      .execute();
    expect(await isLast('First Admin')).toBe(false);
    const setClosing = (at: Date | null) =>
      db
        .updateTable('accounts')
        .set({ closing_at: at, delete_after: at })
        .where('id', '=', other.id)
        .execute();
    await setClosing(new Date());
    expect(await isLast('First Admin')).toBe(true);
    await expect(demote()).rejects.toMatchObject({ code: 'accounts/last-admin' });
    await setClosing(null);
    expect((await read('First Admin')).userRights).toBe(3);
    const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt: new Date() };
    other = { ...other, cookie: `session=${await startSession(db, other.id, visitor)}` };
  });
});

it('the second of two admins who act at once gets an error and changes nothing', async () => {
  await site.addPlayer('Contested');
  const seenByFirst = await read('contested', admin);
  const seenByOther = await read('contested', other);
  const first = await put('contested', '/rights', { rights: 1, version: seenByFirst.version });
  const second = await put(
    'contested',
    '/sanctions/ban',
    { reason: 'Late', expiresAt: null, version: seenByOther.version },
    other,
  );
  expect([first.statusCode, second.statusCode]).toEqual([204, 409]);
  expect(second.json()).toMatchObject({ code: 'admin/outdated' });
  expect(await read('contested')).toMatchObject({ userRights: 1, ban: null });
});

it('the community manager role is given and removed', async () => {
  await site.addPlayer('Host');
  const { version } = await read('host');
  await put('host', '/community-manager', { communityManager: true, version });
  expect(await read('host')).toMatchObject({ communityManager: true, userRights: 0 });
  expect(await read('riser')).toMatchObject({ communityManager: false });
  await put('host', '/community-manager', { communityManager: false, version: version + 1 });
  expect(await read('host')).toMatchObject({ communityManager: false });
  expect(await latestEntry()).toMatchObject({
    actor_id: admin.id,
    action: 'accounts/community-manager-changed',
    subject: 'host',
    before: { communityManager: true },
    after: { communityManager: false },
  });
});

it('infractions are added and removed', async () => {
  await site.addPlayer('Rude');
  const { version } = await read('rude');
  await post('rude', '/infractions', { note: 'Swore at the cook.', version });
  const { infractions } = await read('rude');
  expect(infractions).toMatchObject([{ note: 'Swore at the cook.', notedBy: 'First Admin' }]);
  expect(await latestEntry()).toMatchObject({
    actor_id: admin.id,
    action: 'accounts/infraction-noted',
    subject: 'rude',
    before: null,
    after: { note: 'Swore at the cook.' },
  });
  const remove = () =>
    site.app.inject(
      json(
        'DELETE',
        urlOf('rude', `/infractions/${infractions[0]!.id}?version=${version + 1}`),
        undefined,
        admin,
      ),
    );
  await site.addPlayer('Polite');
  const polite = await read('polite');
  const ofOther = urlOf('polite', `/infractions/${infractions[0]!.id}?version=${polite.version}`);
  const refused = await site.app.inject(json('DELETE', ofOther, undefined, admin));
  expect(refused.json()).toMatchObject({ code: 'admin/infraction-not-found' });
  expect((await read('rude')).infractions).toEqual(infractions);
  await post('polite', '/infractions', { note: 'Too polite.', version: polite.version });
  expect((await remove()).statusCode).toBe(204);
  expect((await read('rude')).infractions).toEqual([]);
  expect((await read('polite')).infractions).toMatchObject([{ note: 'Too polite.' }]);
  expect(await latestEntry()).toMatchObject({
    action: 'accounts/infraction-removed',
    subject: 'rude',
    before: { note: 'Swore at the cook.', notedBy: 'First Admin' },
    after: null,
  });
});

it('a player is kicked and teleported through the command queue', async () => {
  const player = await site.addPlayer('Wanderer');
  const { version } = await read('wanderer');
  await post('wanderer', '/kick', { version });
  await post('wanderer', '/teleport', { x: 3222, y: 3218, height: 0, version: version + 1 });
  const commands = await site.deps.db
    .selectFrom('game_commands')
    .select(['type', 'args', 'actor_name'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(commands).toEqual([
    {
      type: 'teleport',
      args: { player: player.username, x: 3222, y: 3218, height: 0 },
      actor_name: 'First Admin',
    },
    { type: 'kick', args: { player: player.username }, actor_name: 'First Admin' },
  ]);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', 'wanderer')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'accounts/kicked', before: null, after: null },
    { action: 'accounts/teleported', before: null, after: { x: 3222, y: 3218, height: 0 } },
  ]);
  const wrong = await post('wanderer', '/teleport', { x: -1, y: 0, height: 4, version: 2 });
  expect(wrong.json()).toMatchObject({ fields: { x: 'At least 0.', height: 'At most 3.' } });
  const far = await post('wanderer', '/teleport', { x: 0, y: 16_384, height: -1, version: 2 });
  expect(far.json()).toMatchObject({ fields: { y: 'At most 16383.', height: 'At least 0.' } });
  const corner = { x: 0, y: 16_383, height: 3, version: 2 };
  expect((await post('wanderer', '/teleport', corner)).statusCode).toBe(204);
});

describe('coins', () => {
  it('are given once per key, with the reason in the statement', async () => {
    await site.addPlayer('Lucky');
    const { version } = await read('lucky');
    const body = { amount: 750, reason: 'Won the contest.', key: randomUUID(), version };
    const first = await post('lucky', '/coins', body);
    expect(first.json()).toEqual({ balance: 750 });
    // A retry after a lost response.
    expect((await post('lucky', '/coins', body)).json()).toEqual({ balance: 750 });
    expect(await read('lucky')).toMatchObject({ wyncoins: 750, version: version + 1 });
    const statement = await site.app.inject({
      url: urlOf('lucky', '/statement'),
      headers: { cookie: admin.cookie },
    });
    expect(statement.json()).toMatchObject({
      entries: [{ kind: 'adjustment', memo: 'Won the contest.', amount: 750, balance: 750 }],
    });
  });

  it('cannot go below zero, and an outdated version changes nothing', async () => {
    await site.addPlayer('Pauper');
    const { version } = await read('pauper');
    const body = { reason: 'Fine.', key: randomUUID(), version };
    const taken = await post('pauper', '/coins', { ...body, amount: -1 });
    expect(taken.json()).toMatchObject({ code: 'wallet/insufficient' });
    const outdated = await post('pauper', '/coins', { ...body, amount: 5, version: version + 7 });
    expect(outdated.json()).toMatchObject({ code: 'admin/outdated' });
    expect(await read('pauper')).toMatchObject({ wyncoins: 0, version });
  });

  it('are given and taken by at most a million at once, and never as nothing', async () => {
    await site.addPlayer('Magnate');
    const { version } = await read('magnate');
    const send = (amount: number, seen = version) =>
      post('magnate', '/coins', { amount, reason: 'Limits.', key: randomUUID(), version: seen });
    for (const amount of [0, 1_000_001, -1_000_001, 0.5]) {
      expect((await send(amount)).json(), String(amount)).toMatchObject({
        code: 'request/invalid',
        fields: { amount: expect.any(String) as string },
      });
    }
    expect((await send(1_000_000)).json()).toEqual({ balance: 1_000_000 });
    expect((await send(-1_000_000, version + 1)).json()).toEqual({ balance: 0 });
    expect((await latestEntry()).after).toMatchObject({ amount: -1_000_000, balance: 0 });
  });

  it('cannot be given by an admin who was demoted after the request was authorised', async () => {
    await site.addPlayer('Crony');
    const former = await site.addPlayer('Former Admin', 3);
    const { version } = await read('former admin');
    await put('former admin', '/rights', { rights: 0, version });
    const actor = { id: former.id, name: former.username, ip: null };
    const gift = { amount: 5000, reason: 'A last gift.', key: randomUUID() };
    const giving = adjustBalance(site.deps, { username: 'crony', actor, version: 0 }, gift);
    await expect(giving).rejects.toMatchObject({ code: 'access/admin-only' });
    expect(await read('crony')).toMatchObject({ wyncoins: 0 });
  });
});

it('purchases come in pages of 25; exactly 25 are one page', async () => {
  const buyer = await site.addPlayer('Big Spender');
  const other = await site.addPlayer('Big Spenders');
  await addDelivery(site, other.id);
  const list = async (query = '') => {
    const url = `/api/admin/purchases?username=big+spender${query}`;
    const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    return answer.json<{ purchases: LoggedPurchase[]; pages: number }>();
  };
  for (let n = 0; n < 25; n++) await addDelivery(site, buyer.id);
  const whole = await list();
  expect(whole.purchases).toHaveLength(25);
  expect(whole.pages).toBe(1);
  await addDelivery(site, buyer.id);
  const first = await list();
  expect(first.purchases).toHaveLength(25);
  expect(first.pages).toBe(2);
  const second = await list('&page=2');
  expect(second.purchases).toMatchObject([{ id: whole.purchases.at(-1)?.id }]);
});

describe('sessions', () => {
  it('are listed and can be ended, one or all', async () => {
    const player = await site.addPlayer('Signed In');
    const visitor = { ip: '192.0.2.44', userAgent: 'Linux Firefox/120', signedInAt: new Date() };
    const elsewhere = `session=${await startSession(site.deps.db, player.id, visitor)}`;
    const { sessions, version } = await read('signed in');
    expect(sessions?.map(({ ip }) => ip)).toEqual(['192.0.2.44', '127.0.0.1']);
    const end = (rest: string) =>
      site.app.inject(json('DELETE', urlOf('signed in', rest), undefined, admin));
    const verify = async (cookie: string) =>
      (await site.app.inject({ url: '/auth/verify', headers: { cookie } })).statusCode;
    const ofAdmin = (await read('First Admin')).sessions![0]!.id;
    for (const id of [randomUUID(), ofAdmin]) {
      expect((await end(`/sessions/${id}?version=${version}`)).statusCode).toBe(404);
    }
    expect((await end(`/sessions/${sessions![0]!.id}?version=${version}`)).statusCode).toBe(204);
    expect([await verify(elsewhere), await verify(player.cookie)]).toEqual([401, 200]);
    expect(await latestEntry()).toMatchObject({
      action: 'accounts/session-ended',
      subject: 'signed in',
      before: { device: 'Firefox on Linux', ip: '192.0.2.44' },
    });
    expect((await end(`/sessions?version=${version + 1}`)).statusCode).toBe(204);
    expect(await latestEntry()).toMatchObject({
      action: 'accounts/sessions-ended',
      subject: 'signed in',
      before: { sessions: 1 },
    });
    expect([await verify(player.cookie), await verify(admin.cookie)]).toEqual([401, 200]);
  });
});

it('an admin can change an email address only from the current version', async () => {
  await site.addPlayer('Mover');
  const { version } = await read('mover');
  const change = (email: string, seen: number) =>
    site.app.inject(json('PATCH', '/api/users/mover', { email, version: seen }, admin));
  expect((await change('a@example.test', version + 1)).json()).toMatchObject({
    code: 'admin/outdated',
  });
  expect((await change('a@example.test', version)).statusCode).toBe(200);
  expect(await read('mover')).toMatchObject({ email: 'a@example.test', version: version + 1 });
});

it('lists the polls a player voted in, never the answers', async () => {
  const player = await site.addPlayer('Voter');
  const neighbour = await site.addPlayer('Other Voter');
  const addPoll = async (title: string, questions: string[]) => {
    const draft = {
      title,
      endTime: new Date(Date.now() + 86_400_000).toISOString(),
      questions: questions.map((question) => ({ question, answers: ['Bridge', 'Boat'] })),
      minAccountAgeDays: 0,
      minTotalLevel: 0,
    };
    const poll = await site.app.inject(json('POST', '/api/admin/polls', draft, admin));
    return poll.json<{ id: string }>().id;
  };
  const id = await addPoll('Bridge or boat?', ['Which?', 'And in winter?']);
  const later = await addPoll('Again?', ['Which?']);
  const vote = async (of: string, answers: number[], by: TestPlayer) => {
    const username = by.username.toLowerCase();
    const request = json('POST', `/api/polls/${of}/vote`, { answers, username }, by);
    const answer = await site.app.inject(request);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  await vote(id, [1, 0], player);
  await vote(later, [1], player);
  await vote(await addPoll('Not mine?', ['Which?']), [0], neighbour);
  const votes = await site.app.inject({
    url: urlOf('voter', '/votes'),
    headers: { cookie: admin.cookie },
  });
  expect(votes.json()).toEqual([
    { pollId: later, title: 'Again?', at: expect.any(String) as string },
    { pollId: id, title: 'Bridge or boat?', at: expect.any(String) as string },
  ]);
});

it('an unknown name is not found', async () => {
  const answer = await site.app.inject({ url: urlOf('nobody'), headers: { cookie: admin.cookie } });
  expect(answer.json()).toMatchObject({ code: 'accounts/not-found' });
});
