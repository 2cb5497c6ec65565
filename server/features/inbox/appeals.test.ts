import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { setRights } from '#server/features/accounts/change-account.service.ts';
import { findRecentUsernames } from '#server/features/accounts/sessions.service.ts';
import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Appeals, OwnSanction, Thread } from '#shared/endpoints/inbox.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { addHolder, byText, callsTo, question, sanction, signIn } from './testing/inbox.ts';

let site: TestApp;
let call: ReturnType<typeof callsTo>;
let admin: TestPlayer;
/** Rights 1 with both permissions. */
let judge: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  await addTestServer(site);
  call = callsTo(site);
  admin = await site.addPlayer('Warden', 3);
  judge = await addHolder(site, 'Judge', ['inbox', 'players']);
});
afterAll(() => site.close());

let count = 0;
/** Sanctioned by the admin. */
async function addSanctioned(kind: 'ban' | 'mute' = 'mute') {
  count += 1;
  const player = await site.addPlayer(`Rogue ${count}`);
  return { player, sanctionId: await sanction(site, admin, player, kind) };
}

async function appeal(player: TestPlayer, sanctionId: number, text = 'Sorry') {
  const body = { sanctionId, text };
  return call<{ id: number }>(player, 'POST', '/api/support/appeals', body);
}

async function addAppeal(kind: 'ban' | 'mute' = 'mute') {
  const { player, sanctionId } = await addSanctioned(kind);
  const cookie = kind === 'ban' ? sessionCookieOf(await signIn(site, player)) : player.cookie;
  const sender = { ...player, cookie };
  const { body } = await appeal(sender, sanctionId);
  return { player: sender, sanctionId, id: body.id };
}

const decide = (by: TestPlayer, id: number, changes: object = {}) =>
  call(by, 'POST', `/api/admin/inbox/${id}/decision`, {
    isAccepted: false,
    reason: 'You did it again.',
    version: 0,
    ...changes,
  });

const readAppeals = async (player: TestPlayer) =>
  (await call<Appeals>(player, 'GET', '/api/support/appeals')).body;
const readThread = async (id: number, by = admin) =>
  (await call<Thread>(by, 'GET', `/api/admin/inbox/${id}`)).body;

describe('a banned account', () => {
  test('signs in to appeal, and opens nothing else', async () => {
    const { player, sanctionId } = await addSanctioned('ban');
    const answer = await signIn(site, player);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { code: 'accounts/banned', error: expect.stringContaining('Spam in the market') },
    ]);
    const banned = { ...player, cookie: sessionCookieOf(answer) };
    expect(await readAppeals(banned)).toEqual({
      isBlocked: false,
      sanctions: [
        {
          id: sanctionId,
          kind: 'ban',
          reason: 'Spam in the market',
          issuedAt: expect.any(String),
          expiresAt: null,
          appeal: null,
          canAppealFrom: expect.any(String),
        },
      ],
    });
    const { status, body } = await appeal(banned, sanctionId);
    expect(status).toBe(200);
    const url = `/api/support/appeals/${body.id}/messages`;
    expect((await call(banned, 'POST', url, { text: 'Please' })).status).toBe(204);
    const read = `/api/support/threads/${body.id}/read`;
    expect((await call(banned, 'PUT', read)).status).toBe(204);
    const closed = site.app.knownRoutes.filter(
      ({ endpoint }) => endpoint && endpoint.access !== 'public' && !endpoint.isForBanned,
    );
    expect(closed.length).toBeGreaterThan(100);
    for (const { method, url: path } of closed) {
      const headers = { cookie: banned.cookie };
      const { statusCode } = await site.app.inject({ method: method as 'GET', url: path, headers });
      expect([method, path, statusCode]).toEqual([method, path, 401]);
    }
    const live = await site.app.inject({ url: '/api/live', headers: { cookie: banned.cookie } });
    expect(live.body).not.toContain('me');
  });

  test('is not among the sessions, and its session ends with the ban, a day or a sign-out', async () => {
    const { db } = site.deps;
    const { player } = await addSanctioned('ban');
    const banned = { ...player, cookie: sessionCookieOf(await signIn(site, player)) };
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from expires_at - now()) / 3600)::int as hours from sessions
      where account_id = ${player.id} and appeal_only`.execute(db);
    expect(rows).toEqual([{ hours: 24 }]);
    const networks = await sql`
      select network from known_networks where account_id = ${player.id}`.execute(db);
    expect(networks.rows).toEqual([]);
    const recent = await findRecentUsernames(db, { minutes: 5, limit: 1000 });
    expect(recent).toContain(admin.username);
    expect(recent).not.toContain(player.username);
    const managed = `/api/admin/users/${encodeURIComponent(player.username)}`;
    expect((await call(admin, 'GET', managed)).body).toMatchObject({ sessions: [] });
    expect((await call(banned, 'GET', '/api/support/appeals')).status).toBe(200);
    await site.app.inject(json('DELETE', `${managed}/sanctions/ban?version=1`, undefined, admin));
    for (const url of ['/api/support/appeals', '/auth/verify', '/api/support']) {
      expect((await call(banned, 'GET', url)).body.code).toBe('access/login-required');
    }
    await sanction(site, admin, player, 'ban');
    const again = { ...player, cookie: sessionCookieOf(await signIn(site, player)) };
    await site.app.inject(json('POST', '/auth/logout', undefined, again));
    expect((await call(again, 'GET', '/api/support/appeals')).status).toBe(401);
  });

  test('writes only in appeals, not in the questions from before the ban', async () => {
    const player = await site.addPlayer('Asker');
    const asked = await call<{ id: number }>(player, 'POST', '/api/support/threads', question);
    await sanction(site, admin, player, 'ban');
    const banned = { ...player, cookie: sessionCookieOf(await signIn(site, player)) };
    const url = `/api/support/appeals/${asked.body.id}/messages`;
    const { status, body } = await call(banned, 'POST', url, { text: 'Let me in' });
    expect([status, body.code]).toEqual([404, 'inbox/not-found']);
    const { messages, version } = await readThread(asked.body.id);
    expect(messages).toHaveLength(1);
    const close = { state: 'closed', version };
    await call(admin, 'PATCH', `/api/admin/inbox/${asked.body.id}`, close);
  });

  test('gets no session for appeals while the inbox is off', async () => {
    const { player } = await addSanctioned('ban');
    const set = (isOn: boolean) =>
      sql`insert into settings (key, value) values ('features.inbox', ${JSON.stringify(isOn)})
        on conflict (key) do update set value = excluded.value`.execute(site.deps.db);
    await set(false);
    await site.deps.live.publish(site.deps.db, { topic: 'site' });
    const answer = await signIn(site, player);
    expect([answer.json<{ code: string }>().code, answer.cookies]).toEqual(['accounts/banned', []]);
    await set(true);
    await site.deps.live.publish(site.deps.db, { topic: 'site' });
  });
});

describe('an appeal', () => {
  test('is possible once per sanction, also when sent five times at once', async () => {
    const { player, sanctionId } = await addSanctioned();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => appeal(player, sanctionId)));
    const refused = Array<string>(4).fill('inbox/appeal-not-possible');
    expect(answers.map(({ status, body }) => body.code ?? String(status)).toSorted(byText)).toEqual(
      ['200', ...refused],
    );
    const other = await site.addPlayer(`Innocent ${count}`);
    expect((await appeal(other, sanctionId)).body.code).toBe('inbox/appeal-not-possible');
  });

  test('that is accepted lifts the sanction, tells the game and the player, and has no text in the email', async () => {
    const { db } = site.deps;
    const { player, id, sanctionId } = await addAppeal('ban');
    site.mails.length = 0;
    const reason = 'The horse did it.';
    expect((await decide(judge, id, { isAccepted: true, reason })).status).toBe(204);
    const lifted = await db
      .selectFrom('sanctions')
      .select(['lifted_by', 'lifted_at'])
      .where('id', '=', sanctionId)
      .executeTakeFirst();
    expect(lifted).toEqual({ lifted_by: 'Judge', lifted_at: expect.any(Date) });
    const commands = await db
      .selectFrom('game_commands')
      .select(['type', 'actor_name'])
      .where(sql<boolean>`args->>'player' = ${player.username}`)
      .orderBy('id')
      .execute();
    expect(commands).toEqual([
      { type: 'ban', actor_name: 'Warden' },
      { type: 'unban', actor_name: 'Judge' },
    ]);
    expect(await readThread(id)).toMatchObject({
      state: 'closed',
      isAccepted: true,
      decidedBy: 'Judge',
      sanction: { isInForce: false },
      messages: [{ text: 'Sorry' }, { text: reason, author: 'Judge', isStaff: true }],
    });
    expect(site.mails.map(({ to, action }) => [to, action?.url])).toEqual([
      [player.email, `http://localhost:3000/support?thread=${id}`],
    ]);
    expect(JSON.stringify(site.mails)).not.toMatch(/horse|Spam|Sorry/);
    expect((await signIn(site, player)).statusCode).toBe(200);
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'subject', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toEqual({
      actor_name: 'Judge',
      action: 'inbox/appeal-accepted',
      subject: String(id),
      after: { player: player.username, sanction: 'ban' },
    });
  });

  test('that is refused needs a reason, which the player reads, and can be repeated after the days', async () => {
    const { db } = site.deps;
    const { player, id, sanctionId } = await addAppeal();
    const without = await decide(judge, id, { reason: ' ' });
    expect([without.status, Object.keys(without.body.fields as object)]).toEqual([400, ['reason']]);
    const control = await decide(judge, id, { reason: String.fromCodePoint(27) });
    expect([control.status, Object.keys(control.body.fields as object)]).toEqual([400, ['reason']]);
    site.mails.length = 0;
    expect((await decide(judge, id)).status).toBe(204);
    expect(site.mails.map(({ action }) => action?.url)).toEqual([
      'http://localhost:3000/support/appeal',
    ]);
    expect(JSON.stringify(site.mails)).not.toMatch(/again|Spam|Sorry/);
    const [own] = (await readAppeals(player)).sanctions as [OwnSanction];
    expect(own.appeal).toMatchObject({
      isAccepted: false,
      isUnread: true,
      state: 'closed',
      messages: [{ text: 'Sorry' }, { text: 'You did it again.' }],
    });
    const days = (new Date(own.canAppealFrom!).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await appeal(player, sanctionId)).body.code).toBe('inbox/appeal-not-possible');
    for (const url of [
      `/api/support/appeals/${id}/messages`,
      `/api/support/threads/${id}/messages`,
    ]) {
      const reply = await call(player, 'POST', url, { text: 'But' });
      expect(reply.body.code).toBe('inbox/appeal-not-possible');
    }
    for (const state of ['open', 'waiting']) {
      const body = { state, version: 1 };
      const reopened = await call(admin, 'PATCH', `/api/admin/inbox/${id}`, body);
      expect(reopened.body.code).toBe('inbox/outdated');
    }
    expect((await decide(judge, id, { version: 1, isAccepted: true })).status).toBe(409);
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'after'])
      .where('subject', '=', String(id))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({
      actor_name: 'Judge',
      action: 'inbox/appeal-refused',
      after: { player: player.username, sanction: 'mute' },
    });
    const inForce = await db
      .selectFrom('sanctions')
      .select('lifted_at')
      .where('id', '=', sanctionId)
      .executeTakeFirst();
    expect(inForce).toEqual({ lifted_at: null });
    const setDecided = (days: number, minutes: number) =>
      sql`
      update inbox_threads set decided_at = now() - make_interval(days => ${days}, mins => ${minutes})
      where id = ${id}`.execute(db);
    await setDecided(30, -5);
    const early = await appeal(player, sanctionId);
    expect(early.body).toMatchObject({
      code: 'inbox/appeal-not-possible',
      error: expect.stringMatching(/^You can appeal again on \d{4}-\d\d-\d\d\.$/),
    });
    await setDecided(30, 5);
    const second = await appeal(player, sanctionId, 'Please');
    expect([second.status, second.body.id === id]).toEqual([200, false]);
    // The latest appeal counts, which is not decided.
    expect((await readAppeals(player)).sanctions).toMatchObject([
      { id: sanctionId, appeal: { id: second.body.id, isAccepted: null }, canAppealFrom: null },
    ]);
    expect((await appeal(player, sanctionId)).body).toMatchObject({
      error: 'You have already appealed this. Read the answer on this page.',
    });
  });

  test('of a mute that is accepted without a reason leaves a ban, and says nothing more', async () => {
    const { player, id, sanctionId } = await addAppeal('mute');
    const banId = await sanction(site, admin, player, 'ban');
    expect((await decide(judge, id, { isAccepted: true, reason: '' })).status).toBe(204);
    const rows = await site.deps.db
      .selectFrom('sanctions')
      .select(['id', sql<boolean>`lifted_at is not null`.as('isLifted')])
      .where('account_id', '=', player.id)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: sanctionId, isLifted: true },
      { id: banId, isLifted: false },
    ]);
    expect((await readThread(id)).messages).toMatchObject([{ text: 'Sorry', isStaff: false }]);
  });

  test('is about one sanction of the player that is in force', async () => {
    const { player, sanctionId, id } = await addAppeal('mute');
    const { db } = site.deps;
    const url = `/api/admin/inbox/${id}`;
    expect(await readThread(id)).toMatchObject({
      kind: 'appeal',
      subject: 'Appeal of a mute',
      category: '',
      about: null,
      sanction: { kind: 'mute', reason: 'Spam in the market', issuedBy: 'Warden', isInForce: true },
      decidedBy: null,
    });
    site.mails.length = 0;
    const answer = { text: 'When was it?', isNote: false, version: 0 };
    expect((await call(judge, 'POST', `${url}/messages`, answer)).status).toBe(204);
    expect(site.mails.map(({ action }) => action?.url)).toEqual([
      'http://localhost:3000/support/appeal',
    ]);
    await sql`
      update sanctions set issued_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
      where id = ${sanctionId}`.execute(db);
    expect((await readAppeals(player)).sanctions).toEqual([]);
    expect((await appeal(player, sanctionId)).body).toMatchObject({
      error: 'This sanction is no longer in force. Reload the page.',
    });
    const other = await addAppeal('mute');
    const [own] = (await readAppeals(other.player)).sanctions;
    expect(own).toMatchObject({ id: other.sanctionId, appeal: { id: other.id } });
  });

  test('that was refused is final if the owner’s days are 0', async () => {
    const { player, id, sanctionId } = await addAppeal();
    await decide(judge, id);
    await sql`update inbox_threads set decided_at = now() - interval '9 years' where id = ${id}`.execute(
      site.deps.db,
    );
    const settingsUrl = '/api/admin/inbox/settings';
    const { body: settings } = await call(admin, 'GET', settingsUrl);
    await call(admin, 'PUT', settingsUrl, { ...settings, appealDays: 0 });
    expect((await readAppeals(player)).sanctions).toMatchObject([
      { id: sanctionId, canAppealFrom: null },
    ]);
    expect((await appeal(player, sanctionId)).body).toMatchObject({
      error: 'You have already appealed this. Read the answer on this page.',
    });
    await call(admin, 'PUT', settingsUrl, { ...settings, appealDays: 1 });
    expect((await appeal(player, sanctionId)).status).toBe(200);
    await call(admin, 'PUT', settingsUrl, settings);
  });

  test('keeps the notes of the staff from the player, also those after the decision', async () => {
    const { player, id } = await addAppeal();
    const url = `/api/admin/inbox/${id}/messages`;
    const note = (text: string) => call(judge, 'POST', url, { text, isNote: true, version: 0 });
    expect((await note('He bribed me.')).status).toBe(204);
    expect((await decide(judge, id)).status).toBe(204);
    expect((await note('And paid late.')).status).toBe(204);
    expect((await readThread(id)).messages.map(({ text, isNote }) => [text, isNote])).toEqual([
      ['Sorry', false],
      ['He bribed me.', true],
      ['You did it again.', false],
      ['And paid late.', true],
    ]);
    const [own] = (await readAppeals(player)).sanctions;
    expect(own?.appeal?.messages.map(({ text }) => text)).toEqual(['Sorry', 'You did it again.']);
    expect(own?.appeal).toMatchObject({ state: 'closed' });
  });

  test('of a banned player may have a picture', async () => {
    const { player, sanctionId } = await addSanctioned('ban');
    const banned = { ...player, cookie: sessionCookieOf(await signIn(site, player)) };
    const payload = await sharp({
      create: { width: 20, height: 10, channels: 3, background: '#a87722' },
    })
      .png()
      .toBuffer();
    const uploaded = await site.app.inject({
      method: 'POST',
      url: '/api/support/pictures',
      headers: { cookie: banned.cookie, 'content-type': 'image/png' },
      payload,
    });
    expect(uploaded.statusCode, uploaded.body).toBe(200);
    const picture = uploaded.json<Picture>();
    const body = { sanctionId, text: 'Look', pictures: [picture.url] };
    expect((await call(banned, 'POST', '/api/support/appeals', body)).status).toBe(200);
    const [own] = (await readAppeals(banned)).sanctions;
    expect(own?.appeal?.messages).toMatchObject([{ text: 'Look', pictures: [picture] }]);
  });

  test('is offered with the number of sanctions in force', async () => {
    const { player } = await addSanctioned('mute');
    const count = async () => (await call(player, 'GET', '/api/support')).body['sanctions'];
    expect(await count()).toBe(1);
    await sql`
      update sanctions set lifted_at = now(), lifted_by = 'Warden'
      where account_id = ${player.id}`.execute(site.deps.db);
    expect(await count()).toBe(0);
  });

  test('is the only kind of thread that is decided', async () => {
    const player = await site.addPlayer('Curious');
    const { body } = await call<{ id: number }>(player, 'POST', '/api/support/threads', question);
    const decided = await decide(judge, body.id, { isAccepted: true, version: 1 });
    expect(decided.body).toMatchObject({
      code: 'inbox/appeal-not-possible',
      error: 'This thread is not an appeal.',
    });
    expect(await readThread(body.id)).toMatchObject({ state: 'open', isAccepted: null });
    await call(admin, 'PATCH', `/api/admin/inbox/${body.id}`, { state: 'closed', version: 1 });
  });

  test('is not closed or merged without a decision', async () => {
    const { id } = await addAppeal();
    const close = await call(admin, 'PATCH', `/api/admin/inbox/${id}`, {
      state: 'closed',
      version: 0,
    });
    expect(close.status).toBe(400);
    const answer = { text: 'No', isNote: false, close: true, version: 0 };
    expect((await call(admin, 'POST', `/api/admin/inbox/${id}/messages`, answer)).status).toBe(400);
    expect(await readThread(id)).toMatchObject({ state: 'open', version: 0 });
  });

  test('decided by ten at once is decided once', async () => {
    const { player, id } = await addAppeal();
    site.mails.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => decide(judge, id, { isAccepted: n % 2 === 0 })),
    );
    const outdated = Array<string>(9).fill('inbox/outdated');
    expect(answers.map(({ status, body }) => body.code ?? String(status)).toSorted(byText)).toEqual(
      ['204', ...outdated],
    );
    expect(site.mails.map(({ to }) => to)).toEqual([player.email]);
    expect((await readThread(id)).messages).toHaveLength(2);
  });

  test('of a sanction that was replaced or lifted just closes', async () => {
    const { player, id } = await addAppeal();
    const newer = await sanction(site, admin, player, 'mute');
    expect((await decide(judge, id, { isAccepted: true })).status).toBe(204);
    const open = await site.deps.db
      .selectFrom('sanctions')
      .select('id')
      .where('account_id', '=', player.id)
      .where('lifted_at', 'is', null)
      .execute();
    expect(open).toEqual([{ id: newer }]);
  });
});

describe('who decides', () => {
  test('not the one who gave the sanction, unless alone, also after a new name', async () => {
    const { id } = await addAppeal();
    expect(await readThread(id)).toMatchObject({ refusal: expect.stringContaining('You gave') });
    expect((await decide(admin, id)).body.code).toBe('inbox/may-not-decide');
    await sql`
      update accounts set username = 'Keeper', username_key = 'keeper' where id = ${admin.id}`.execute(
      site.deps.db,
    );
    expect((await decide(admin, id)).body.code).toBe('inbox/may-not-decide');
    await sql`
      update accounts set username = 'Warden', username_key = 'warden' where id = ${admin.id}`.execute(
      site.deps.db,
    );
    await sanction(site, admin, judge, 'ban');
    expect(await readThread(id)).toMatchObject({ refusal: null, staff: ['Warden'] });
    expect((await decide(admin, id)).status).toBe(204);
    const url = '/api/admin/users/Judge/sanctions/ban?version=';
    const { version } = await site.deps.db
      .selectFrom('accounts')
      .select('version')
      .where('id', '=', judge.id)
      .executeTakeFirstOrThrow();
    await site.app.inject(json('DELETE', `${url}${version}`, undefined, admin));
    judge = { ...judge, cookie: sessionCookieOf(await signIn(site, judge)) };
  });

  test('also those who gave a sanction to somebody else', async () => {
    const other = await site.addPlayer('Other Rogue');
    await sanction(site, judge, other, 'mute');
    const { id } = await addAppeal();
    expect(await readThread(id, judge)).toMatchObject({ refusal: null });
    expect((await decide(judge, id)).status).toBe(204);
  });

  test('staff without the permission to sanction sees no appeals', async () => {
    const clerk = await addHolder(site, 'Clerk', ['inbox']);
    const { id } = await addAppeal();
    expect((await readThread(id)).staff).toEqual(['Judge', 'Warden']);
    expect((await call(clerk, 'GET', '/api/admin/inbox?kind=appeal')).body).toMatchObject({
      threads: [],
      total: 0,
    });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '/read', undefined],
      ['PATCH', '', { priority: 'low', version: 0 }],
      ['POST', '/messages', { text: 'Hi', isNote: true, version: 0 }],
      ['POST', '/decision', { isAccepted: true, version: 0 }],
      ['POST', '/merge', { into: 1, version: 0 }],
      ['PUT', '/block', { isBlocked: true }],
    ] as const) {
      const answer = await call(clerk, method, `/api/admin/inbox/${id}${path}`, body);
      expect([path, answer.body.code]).toEqual([path, 'inbox/not-found']);
    }
    const { body } = await call(clerk, 'GET', '/api/admin/overview');
    expect(body.concerns).toEqual([]);
    expect((await call(admin, 'GET', '/api/admin/overview')).body.concerns).toMatchObject([
      { kind: 'inbox-open', count: expect.any(Number) },
    ]);
  });

  test('nobody about a player with the same rights, or about oneself', async () => {
    const equal = await site.addPlayer('Equal');
    await setRights(site.deps, 'Equal', { rights: 1, actor: commandLine });
    const sanctionId = await sanction(site, admin, equal, 'mute');
    const cookie = sessionCookieOf(await signIn(site, equal));
    const { body } = await appeal({ ...equal, cookie }, sanctionId);
    expect((await decide(judge, body.id)).body.code).toBe('inbox/not-found');
    // Only the warden may decide: the others have no higher rights than the player, or are the player.
    const alone = { staff: ['Warden'], refusal: null };
    expect(await readThread(body.id)).toMatchObject(alone);
    const boss = await site.addPlayer('Boss', 3);
    const own = await appeal(boss, await sanction(site, admin, boss, 'mute'));
    expect(await readThread(own.body.id)).toMatchObject(alone);
    const session = { ...boss, cookie: sessionCookieOf(await signIn(site, boss)) };
    expect((await decide(session, own.body.id)).body).toMatchObject({
      code: 'inbox/may-not-decide',
      error: expect.stringContaining('your own appeal'),
    });
  });
});
