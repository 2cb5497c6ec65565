import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addDelivery } from '#server/features/bridge/testing/bridge.ts';
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
  expect(await read('host')).toMatchObject({ communityManager: true });
  await put('host', '/community-manager', { communityManager: false, version: version + 1 });
  expect(await read('host')).toMatchObject({ communityManager: false });
});

it('infractions are added and removed', async () => {
  await site.addPlayer('Rude');
  const { version } = await read('rude');
  await post('rude', '/infractions', { note: 'Swore at the cook.', version });
  const { infractions } = await read('rude');
  expect(infractions).toMatchObject([{ note: 'Swore at the cook.', notedBy: 'First Admin' }]);
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
  expect((await remove()).statusCode).toBe(204);
  expect((await read('rude')).infractions).toEqual([]);
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
  const wrong = await post('wanderer', '/teleport', { x: -1, y: 0, height: 4, version: 2 });
  expect(wrong.json()).toMatchObject({ fields: { x: 'At least 0.', height: 'At most 3.' } });
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
    const { sessions, version } = await read('signed in');
    expect(sessions).toHaveLength(1);
    const end = (rest: string) =>
      site.app.inject(json('DELETE', urlOf('signed in', rest), undefined, admin));
    expect((await end(`/sessions/${randomUUID()}?version=${version}`)).statusCode).toBe(404);
    expect((await end(`/sessions/${sessions![0]!.id}?version=${version}`)).statusCode).toBe(204);
    const verify = await site.app.inject({
      url: '/auth/verify',
      headers: { cookie: player.cookie },
    });
    expect(verify.statusCode).toBe(401);
    expect((await end(`/sessions?version=${version + 1}`)).statusCode).toBe(204);
    expect(await latestEntry()).toMatchObject({ action: 'accounts/sessions-ended' });
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
  const poll = await site.app.inject(
    json(
      'POST',
      '/api/admin/polls',
      {
        title: 'Bridge or boat?',
        endTime: new Date(Date.now() + 86_400_000).toISOString(),
        questions: [{ question: 'Which?', answers: ['Bridge', 'Boat'] }],
        minAccountAgeDays: 0,
        minTotalLevel: 0,
      },
      admin,
    ),
  );
  const { id } = poll.json<{ id: string }>();
  const vote = await site.app.inject(
    json('POST', `/api/polls/${id}/vote`, { answers: [1], username: 'voter' }, player),
  );
  expect(vote.statusCode, vote.body).toBe(200);
  const votes = await site.app.inject({
    url: urlOf('voter', '/votes'),
    headers: { cookie: admin.cookie },
  });
  expect(votes.json()).toEqual([
    { pollId: id, title: 'Bridge or boat?', at: expect.any(String) as string },
  ]);
});

it('an unknown name is not found', async () => {
  const answer = await site.app.inject({ url: urlOf('nobody'), headers: { cookie: admin.cookie } });
  expect(answer.json()).toMatchObject({ code: 'accounts/not-found' });
});
