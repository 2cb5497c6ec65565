import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ListedThread, Support, Thread } from '#shared/endpoints/inbox.ts';

import { inboxPersonalData } from './inbox.personal-data.ts';
import { inboxSettings } from './inbox.settings.ts';
import { addHolder, callsTo, question } from './testing/inbox.ts';

let site: TestApp;
let call: ReturnType<typeof callsTo>;
let admin: TestPlayer;
let clerk: TestPlayer;
let ada: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  call = callsTo(site);
  admin = await site.addPlayer('Warden', 3);
  clerk = await addHolder(site, 'Clerk', ['inbox']);
  ada = await site.addPlayer('Iron Ada');
});
afterAll(() => site.close());

async function open(player: TestPlayer = ada, changes: object = {}): Promise<number> {
  const body = { ...question, ...changes };
  await sql`delete from rate_limits`.execute(site.deps.db);
  await sql`
    update inbox_threads set state = 'closed', closed_at = now()
    where account_id = ${player.id} and id not in (
      select id from inbox_threads where account_id = ${player.id} order by id desc limit 2
    ) and state <> 'closed'`.execute(site.deps.db);
  const answer = await call<{ id: number }>(player, 'POST', '/api/support/threads', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id;
}

const urlOf = (id: number, path = '') => `/api/admin/inbox/${id}${path}`;
const read = async (id: number, by = clerk) => (await call<Thread>(by, 'GET', urlOf(id))).body;
const answer = (id: number, version: number, changes: object = {}) =>
  call(clerk, 'POST', urlOf(id, '/messages'), {
    text: 'Dig deeper.',
    isNote: false,
    version,
    ...changes,
  });
const change = (id: number, body: object) => call(clerk, 'PATCH', urlOf(id), body);

test('a thread has its messages, the player’s facts and the staff that can be assigned', async () => {
  const id = await open();
  expect(await read(id)).toEqual({
    id,
    kind: 'question',
    subject: 'A well',
    state: 'open',
    createdAt: expect.any(String),
    lastMessageAt: expect.any(String),
    waitingSince: expect.any(String),
    isUnread: true,
    isAccepted: null,
    player: 'Iron Ada',
    priority: 'normal',
    assignee: null,
    category: 'The game',
    version: 1,
    messages: [
      {
        id: expect.any(Number),
        at: expect.any(String),
        author: 'Iron Ada',
        isStaff: false,
        isNote: false,
        text: 'It is dry.',
        pictures: [],
      },
    ],
    about: null,
    sanction: null,
    refusal: null,
    decidedBy: null,
    isBlocked: false,
    userRights: 0,
    joinedAt: expect.any(String),
    others: [],
    staff: ['Clerk', 'Warden'],
  });
});

test('a thread names the player’s other threads, latest first, and no appeals to those who may not decide', async () => {
  const { db } = site.deps;
  const cleo = await site.addPlayer('Cleo');
  const about = { about: { kind: 'player', id: 'Iron Ada' }, category: '', subject: '' };
  const [first, second, third] = [await open(cleo, about), await open(cleo), await open(cleo)];
  await open(await site.addPlayer('Dora'));
  await db.updateTable('inbox_threads').set({ kind: 'appeal' }).where('id', '=', second).execute();
  await db
    .updateTable('inbox_threads')
    .set({ last_message_at: new Date(Date.now() + 60_000), state: 'waiting' })
    .where('id', '=', first)
    .execute();
  const others = async (by: TestPlayer) => (await read(third, by)).others.map(({ id }) => id);
  expect(await others(clerk)).toEqual([first]);
  expect(await others(admin)).toEqual([first, second]);
  expect(await read(first)).toMatchObject({
    kind: 'report',
    about: { kind: 'player', id: 'Iron Ada' },
    others: [{ id: third, subject: 'A well', state: 'open', isUnread: true }],
  });
  expect((await call(clerk, 'PUT', urlOf(third, '/read'))).status).toBe(204);
  expect(await read(third)).toMatchObject({ isUnread: false, version: 1, state: 'open' });
  expect(await read(first)).toMatchObject({ isUnread: true });
});

describe('an answer', () => {
  test('waits for the player, is mailed as a link and never as text', async () => {
    const id = await open();
    site.mails.length = 0;
    expect((await answer(id, 1)).status).toBe(204);
    expect(site.mails).toMatchObject([
      { to: ada.email, action: { url: `http://localhost:3000/support?thread=${id}` } },
    ]);
    expect(JSON.stringify(site.mails)).not.toMatch(/Dig|dry|well/);
    expect(JSON.stringify(site.mails)).toContain('Iron Ada');
    expect(await read(id)).toMatchObject({ state: 'waiting', version: 2, isUnread: false });
    const own = await call<Support>(ada, 'GET', '/api/support');
    expect(own.body.threads[0]).toMatchObject({ id, state: 'waiting', isUnread: true });
    const byAnother = await call(clerk, 'PUT', `/api/support/threads/${id}/read`);
    expect(byAnother.body.code).toBe('inbox/not-found');
    const unread = await call<Support>(ada, 'GET', '/api/support');
    expect(unread.body.threads[0]).toMatchObject({ id, isUnread: true });
    await call(ada, 'PUT', `/api/support/threads/${id}/read`);
    const after = await call<Support>(ada, 'GET', '/api/support');
    expect(after.body.threads[0]).toMatchObject({ id, isUnread: false });
    await call(ada, 'POST', `/api/support/threads/${id}/messages`, { text: 'I dug.' });
    expect(await read(id)).toMatchObject({ state: 'open', version: 3, isUnread: true });
  });

  test('to an older version is refused, and of ten at once one is stored', async () => {
    const id = await open();
    await call(ada, 'POST', `/api/support/threads/${id}/messages`, { text: 'Found it!' });
    expect((await answer(id, 1)).body).toMatchObject({
      code: 'inbox/outdated',
      error: expect.stringContaining('try again'),
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(id, 2)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'inbox/outdated')).toHaveLength(9);
    expect((await read(id)).messages.map(({ text }) => text)).toEqual([
      'It is dry.',
      'Found it!',
      'Dig deeper.',
    ]);
  });

  test('after the first one does not change when the player was first answered', async () => {
    const id = await open();
    const { db } = site.deps;
    const firstAnswer = async () =>
      (
        await db
          .selectFrom('inbox_threads')
          .select('first_answer_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).first_answer_at;
    await call(ada, 'POST', `/api/support/threads/${id}/messages`, { text: 'Hello?' });
    expect(await firstAnswer()).toBeNull();
    await answer(id, 2);
    expect(await firstAnswer()).toEqual(expect.any(Date));
    const earlier = new Date('2026-01-02T03:04:05Z');
    const change = { first_answer_at: earlier };
    await db.updateTable('inbox_threads').set(change).where('id', '=', id).execute();
    expect((await answer(id, 3)).status).toBe(204);
    await call(ada, 'POST', `/api/support/threads/${id}/messages`, { text: 'Thanks.' });
    expect(await firstAnswer()).toEqual(earlier);
    expect((await read(id)).messages).toHaveLength(5);
  });

  test('stays unread when the player writes without opening it', async () => {
    const id = await open();
    await answer(id, 1);
    await call(ada, 'POST', `/api/support/threads/${id}/messages`, { text: 'Hello?' });
    const { body } = await call<Support>(ada, 'GET', '/api/support');
    expect(body.threads[0]).toMatchObject({ id, state: 'open', isUnread: true });
  });

  test('can close the thread', async () => {
    const id = await open();
    await answer(id, 1, { close: true });
    expect(await read(id)).toMatchObject({ state: 'closed', version: 2 });
  });
});

test('a note is for the staff only, needs no version and sends no email', async () => {
  const id = await open();
  site.mails.length = 0;
  const note = { text: 'A secret note', isNote: true, close: true };
  expect((await answer(id, 77, note)).status).toBe(204);
  expect(await read(id)).toMatchObject({
    version: 1,
    state: 'open',
    messages: [{}, { author: 'Clerk', isNote: true, text: 'A secret note' }],
  });
  expect(site.mails).toEqual([]);
  for (const url of [`/api/support/threads/${id}`, '/api/support']) {
    expect(JSON.stringify((await call(ada, 'GET', url)).body)).not.toContain('secret');
  }
  const download = await call(ada, 'GET', `/api/support/threads/${id}`);
  expect(download.body.messages).toHaveLength(1);
});

describe('a change', () => {
  test('is audited with what it changed, and touches no other thread', async () => {
    const [id, beside] = [await open(), await open()];
    const before = await read(beside);
    await change(id, { priority: 'low', version: 1 });
    await change(id, { priority: 'low', assignee: 'Warden', state: 'waiting', version: 1 });
    await change(id, { assignee: null, version: 2 });
    await answer(id, 2, { close: true });
    await answer(id, 0, { isNote: true });
    expect(await read(id)).toMatchObject({
      priority: 'low',
      assignee: null,
      state: 'closed',
      version: 3,
    });
    expect(await read(beside)).toEqual({
      ...before,
      others: expect.arrayContaining([expect.objectContaining({ id, state: 'closed' })]),
    });
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'before', 'after'])
      .where('subject', '=', String(id))
      .where('action', 'like', 'inbox/%')
      .orderBy('id')
      .execute();
    const byClerk = { actor_name: 'Clerk', before: null, after: null };
    const changed = { ...byClerk, action: 'inbox/changed' };
    expect(entries).toEqual([
      { ...changed, before: { priority: 'normal' }, after: { priority: 'low' } },
      {
        ...changed,
        before: { state: 'open', assignee: null },
        after: { state: 'waiting', assignee: 'Warden' },
      },
      { ...changed, before: { assignee: 'Warden' }, after: { assignee: null } },
      { ...byClerk, action: 'inbox/answered' },
      { ...byClerk, action: 'inbox/note-added' },
    ]);
  });

  test('says since when a thread waits for the staff and is closed', async () => {
    const { db } = site.deps;
    const id = await open();
    const times = () =>
      db
        .selectFrom('inbox_threads')
        .select(['waiting_since', 'closed_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const early = new Date('2026-01-02T03:04:05Z');
    const set = (column: 'waiting_since' | 'closed_at') =>
      db
        .updateTable('inbox_threads')
        .set({ [column]: early })
        .where('id', '=', id)
        .execute();
    const reply = (text: string) =>
      call(ada, 'POST', `/api/support/threads/${id}/messages`, { text });
    await set('waiting_since');
    await reply('Hello?');
    expect(await times()).toEqual({ waiting_since: early, closed_at: null });
    await answer(id, 2);
    expect(await times()).toEqual({ waiting_since: early, closed_at: null });
    await reply('Dug.');
    const { waiting_since: since } = await times();
    expect(since.getTime()).toBeGreaterThan(early.getTime());
    await change(id, { state: 'closed', version: 4 });
    expect(await times()).toEqual({ waiting_since: since, closed_at: expect.any(Date) });
    await set('closed_at');
    await answer(id, 5, { close: true });
    expect(await times()).toEqual({ waiting_since: since, closed_at: early });
    await set('waiting_since');
    await change(id, { state: 'open', version: 6 });
    const reopened = await times();
    expect(reopened.closed_at).toBeNull();
    expect(reopened.waiting_since.getTime()).toBeGreaterThan(early.getTime());
  });

  test('does not reopen a thread if there is a newer one about the same', async () => {
    await site.addPlayer('Accused');
    const report = { about: { kind: 'player', id: 'Accused' }, category: '', subject: '' };
    const old = await open(ada, report);
    await change(old, { state: 'closed', version: 1 });
    const newer = await open(ada, report);
    expect(newer).not.toBe(old);
    for (const refused of [
      await change(old, { state: 'open', version: 2 }),
      await change(old, { state: 'waiting', version: 2 }),
      await answer(old, 2),
    ]) {
      expect(refused.body.code).toBe('inbox/outdated');
    }
    expect((await answer(old, 2, { close: true })).status).toBe(204);
    expect(await read(old)).toMatchObject({ state: 'closed', version: 3, messages: [{}, {}] });
    await change(newer, { state: 'closed', version: 1 });
    expect((await change(old, { state: 'open', version: 3 })).status).toBe(204);
  });

  test('to the state that the thread has keeps its version and whether it was read', async () => {
    const id = await open();
    await change(id, { state: 'closed', version: 1 });
    for (const body of [{ state: 'closed' }, { state: 'closed', priority: 'urgent' }]) {
      expect((await change(id, { ...body, version: 2 })).status).toBe(204);
    }
    expect(await read(id)).toMatchObject({ state: 'closed', priority: 'urgent', version: 2 });
  });

  test('of priority and assignment keeps the version, a new state raises it', async () => {
    const id = await open();
    await change(id, { priority: 'urgent', assignee: 'clerk', version: 1 });
    expect(await read(id)).toMatchObject({ priority: 'urgent', assignee: 'Clerk', version: 1 });
    await change(id, { state: 'closed', version: 1 });
    expect(await read(id)).toMatchObject({ state: 'closed', version: 2, isUnread: false });
    expect((await change(id, { state: 'open', version: 1 })).body.code).toBe('inbox/outdated');
    await change(id, { state: 'open', assignee: null, version: 2 });
    expect(await read(id)).toMatchObject({ state: 'open', assignee: null, version: 3 });
  });

  test.each([
    [{ assignee: 'Iron Ada' }, 'assignee'],
    [{ assignee: 'Unheard Of' }, 'assignee'],
    [{ priority: 'high' }, 'priority'],
    [{ state: 'gone' }, 'state'],
  ])('with a wrong value is refused: %o', async (body, field) => {
    const refused = await change(await open(), { ...body, version: 1 });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, [field]]);
  });
});

describe('merging', () => {
  test('moves the messages and closes the thread with a message that names the other', async () => {
    const [into, from] = [await open(), await open(ada, { subject: 'The well', text: 'Dry!' })];
    await answer(into, 1);
    const merge = (changes: object) =>
      call(clerk, 'POST', urlOf(from, '/merge'), { into, version: 1, ...changes });
    const stranger = await open(await site.addPlayer('Stranger'));
    for (const wrong of [from, stranger, 999_999]) {
      expect((await merge({ into: wrong })).status).toBe(400);
    }
    expect((await merge({ version: 0 })).body.code).toBe('inbox/outdated');
    expect((await merge({})).status).toBe(204);
    expect(await read(into)).toMatchObject({
      version: 3,
      state: 'open',
      isUnread: true,
      messages: [{ text: 'It is dry.' }, { text: 'Dry!' }, { text: 'Dig deeper.' }],
    });
    expect(await read(from)).toMatchObject({
      version: 2,
      state: 'closed',
      messages: [{ text: `This thread goes on in “A well” (thread ${into}).` }],
    });
  });

  test('keeps the earliest and latest times of both threads, and leaves other threads alone', async () => {
    const { db } = site.deps;
    const times = (id: number) =>
      db
        .selectFrom('inbox_threads')
        .select([
          'state',
          'waiting_since',
          'last_message_at',
          'first_answer_at',
          'is_unread_by_staff',
          'is_unread_by_player',
        ])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const [into, from] = [await open(), await open()];
    const beside = await open(await site.addPlayer('Beside'));
    const set = (id: number, columns: Partial<Awaited<ReturnType<typeof times>>>) =>
      db.updateTable('inbox_threads').set(columns).where('id', '=', id).execute();
    await set(into, {
      state: 'waiting',
      waiting_since: day(5),
      last_message_at: day(6),
      first_answer_at: day(7),
      is_unread_by_staff: false,
    });
    await set(from, {
      state: 'waiting',
      waiting_since: day(3),
      last_message_at: day(8),
      first_answer_at: day(4),
      is_unread_by_staff: false,
      is_unread_by_player: true,
    });
    const other = await times(beside);
    const merge = (source: number, target: number) =>
      call(clerk, 'POST', urlOf(source, '/merge'), { into: target, version: 1 });
    expect((await merge(from, into)).status).toBe(204);
    expect(await times(into)).toEqual({
      state: 'waiting',
      waiting_since: day(3),
      last_message_at: day(8),
      first_answer_at: day(4),
      is_unread_by_staff: false,
      is_unread_by_player: true,
    });
    expect(await times(beside)).toEqual(other);
    expect((await read(beside)).messages).toHaveLength(1);
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_name', 'subject', 'before', 'after'])
      .where('action', '=', 'inbox/merged')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({
      actor_name: 'Clerk',
      subject: String(from),
      before: null,
      after: { into },
    });
  });

  test('changes nothing of a thread that has the earlier and later times itself', async () => {
    const { db } = site.deps;
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const [into, from] = [await open(), await open()];
    const columns = {
      state: 'open',
      waiting_since: day(2),
      last_message_at: day(9),
      first_answer_at: day(3),
      is_unread_by_staff: true,
      is_unread_by_player: true,
    } as const;
    await db.updateTable('inbox_threads').set(columns).where('id', '=', into).execute();
    await db
      .updateTable('inbox_threads')
      .set({
        state: 'waiting',
        waiting_since: day(4),
        last_message_at: day(8),
        first_answer_at: null,
        is_unread_by_staff: false,
        is_unread_by_player: false,
      })
      .where('id', '=', from)
      .execute();
    const merged = await call(clerk, 'POST', urlOf(from, '/merge'), { into, version: 1 });
    expect(merged.status).toBe(204);
    const row = await db
      .selectFrom('inbox_threads')
      .select(Object.keys(columns) as (keyof typeof columns)[])
      .where('id', '=', into)
      .executeTakeFirst();
    expect(row).toEqual(columns);
  });

  test('into a thread that the caller may not read is refused like one that does not exist', async () => {
    const about = { about: { kind: 'player', id: 'Clerk' }, category: '', subject: '' };
    const [hidden, from] = [await open(ada, about), await open()];
    const merge = (by: TestPlayer) =>
      call(by, 'POST', urlOf(from, '/merge'), { into: hidden, version: 1 });
    expect((await merge(clerk)).body).toMatchObject({
      fields: { into: 'Choose another thread of the same player.' },
    });
    expect((await read(hidden, admin)).messages).toHaveLength(1);
    expect((await merge(admin)).status).toBe(204);
    expect((await read(hidden, admin)).messages).toHaveLength(2);
  });

  test('takes no appeals', async () => {
    const { db } = site.deps;
    const [into, from] = [await open(), await open()];
    for (const appeal of [into, from]) {
      await db
        .updateTable('inbox_threads')
        .set({ kind: 'appeal' })
        .where('id', '=', appeal)
        .execute();
      const merged = await call(admin, 'POST', urlOf(from, '/merge'), { into, version: 1 });
      expect(merged.body).toMatchObject({ fields: { into: 'Appeals cannot be merged.' } });
      await db
        .updateTable('inbox_threads')
        .set({ kind: 'question' })
        .where('id', '=', appeal)
        .execute();
    }
    expect((await read(from)).messages).toHaveLength(1);
  });

  test('into a closed thread is refused', async () => {
    const [into, from] = [await open(), await open()];
    await change(into, { state: 'closed', version: 1 });
    const merged = await call(clerk, 'POST', urlOf(from, '/merge'), { into, version: 1 });
    expect(merged.body).toMatchObject({ error: 'That thread is closed. Reopen it first.' });
  });
});

test('a blocked player reads and writes nothing more, until the block ends', async () => {
  const pest = await site.addPlayer('Pest');
  const id = await open(pest);
  const block = (isBlocked: boolean, by = clerk) =>
    call(by, 'PUT', urlOf(id, '/block'), { isBlocked });
  expect((await block(true)).status).toBe(204);
  expect(await read(id)).toMatchObject({ isBlocked: true });
  for (const [url, body] of [
    ['/api/support/threads', question],
    [`/api/support/threads/${id}/messages`, { text: 'Hi' }],
    ['/api/support/appeals', { sanctionId: 1, text: 'Hi' }],
  ] as const) {
    expect((await call(pest, 'POST', url, body)).body.code).toBe('inbox/blocked');
  }
  const picture = await site.app.inject({
    method: 'POST',
    url: '/api/support/pictures',
    headers: { cookie: pest.cookie, 'content-type': 'image/png' },
    payload: Buffer.from('x'),
  });
  expect(picture.json()).toMatchObject({ code: 'inbox/blocked' });
  expect((await call(pest, 'GET', '/api/support')).body).toMatchObject({
    isBlocked: true,
    threads: [{ id }],
  });
  expect((await call(pest, 'GET', '/api/support/appeals')).body).toMatchObject({ isBlocked: true });
  expect((await block(true)).status).toBe(204);
  const blocks = await site.deps.db
    .selectFrom('inbox_blocks')
    .select(['account_id', 'blocked_by'])
    .execute();
  expect(blocks).toEqual([{ account_id: pest.id, blocked_by: 'Clerk' }]);
  const pests = (columns: object) =>
    site.deps.db.insertInto('inbox_blocks').values({ blocked_by: 'Warden', ...columns } as never);
  await pests({ account_id: admin.id }).execute();
  await block(false);
  const { rows } = await sql<{ account_id: number }>`
    select account_id from inbox_blocks`.execute(site.deps.db);
  expect(rows).toEqual([{ account_id: admin.id }]);
  await sql`delete from inbox_blocks`.execute(site.deps.db);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'after'])
    .where('subject', '=', String(id))
    .where('action', 'like', 'inbox/%')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { actor_name: 'Clerk', action: 'inbox/blocked', after: { player: 'Pest' } },
    { actor_name: 'Clerk', action: 'inbox/blocked', after: { player: 'Pest' } },
    { actor_name: 'Clerk', action: 'inbox/unblocked', after: { player: 'Pest' } },
  ]);
  expect((await call(pest, 'POST', '/api/support/threads', question)).status).toBe(200);
  const equal = await addHolder(site, 'Equal Pest', ['news']);
  const ofEqual = await call(clerk, 'PUT', urlOf(await open(equal), '/block'), { isBlocked: true });
  expect(ofEqual.body.code).toBe('access/higher-rank');
  const ofAdmin = await open(admin);
  const refused = await call(clerk, 'PUT', urlOf(ofAdmin, '/block'), { isBlocked: true });
  expect(refused.body.code).toBe('access/higher-rank');
});

describe('the queue', () => {
  test('lists unread and urgent first, then the oldest, and the latest closed', async () => {
    const { db } = site.deps;
    const bert = await site.addPlayer('Plain Bert');
    await sql`delete from inbox_threads`.execute(db);
    await sql`
      insert into inbox_threads (account_id, kind, subject, is_unread_by_staff, priority, waiting_since,
        assignee_id, state, closed_at, about_kind, about_id)
      select case when kind = 'help' then ${bert.id}::bigint else ${ada.id} end, kind, subject, is_unread,
        priority, now() - make_interval(hours => hours),
        case subject when 'read' then ${clerk.id}::bigint when 'low' then ${admin.id} end,
        state, now() - make_interval(hours => closed),
        case kind when 'help' then 'order' end, case kind when 'help' then 'x' end
      from (values ('new', true, 1, 1, 'open', null, 'question'), ('old', true, 1, 9, 'open', null, 'question'),
        ('urgent', true, 2, 2, 'open', null, 'question'), ('read', false, 2, 20, 'open', null, 'question'),
        ('low', true, 0, 30, 'open', null, 'question'), ('asked', false, 1, 3, 'waiting', null, 'help'),
        ('gone', false, 1, 1, 'closed', 5, 'question'), ('just gone', false, 1, 1, 'closed', 3, 'question'))
        as given (subject, is_unread, priority, hours, state, closed, kind)`.execute(db);
    const list = async (query: string) => {
      const { body } = await call<{ threads: ListedThread[]; total: number }>(
        clerk,
        'GET',
        `/api/admin/inbox${query}`,
      );
      return [body.total, ...body.threads.map(({ subject }) => subject)];
    };
    expect(await list('')).toEqual([6, 'urgent', 'old', 'new', 'low', 'read', 'asked']);
    expect(await list('?state=active')).toEqual(await list(''));
    expect(await list('?state=closed')).toEqual([2, 'just gone', 'gone']);
    expect(await list('?state=waiting')).toEqual([1, 'asked']);
    expect(await list('?state=open&kind=help')).toEqual([0]);
    expect(await list('?assigned=me')).toEqual([1, 'read']);
    expect(await list('?assigned=none&state=open')).toEqual([3, 'urgent', 'old', 'new']);
    expect(await list('?player=iron&kind=question&state=closed')).toEqual([2, 'just gone', 'gone']);
    expect(await list('?player=BERT')).toEqual([1, 'asked']);
    expect(await list('?player=nobody')).toEqual([0]);
    expect(await list('?kind=help')).toEqual([1, 'asked']);
    const { body } = await call(clerk, 'GET', '/api/admin/inbox?kind=help');
    expect(body).toEqual({
      threads: [
        {
          id: expect.any(Number),
          kind: 'help',
          subject: 'asked',
          state: 'waiting',
          createdAt: expect.any(String),
          lastMessageAt: expect.any(String),
          waitingSince: expect.any(String),
          isUnread: false,
          isAccepted: null,
          player: 'Plain Bert',
          priority: 'normal',
          assignee: null,
          category: '',
        },
      ],
      total: 1,
      page: 1,
      pages: 1,
    });
  });

  test('counts open threads for the overview, with the median time to the first answer', async () => {
    const { db } = site.deps;
    await sql`
      update inbox_threads set created_at = now() - interval '1 hour',
        first_answer_at = now() - interval '1 hour' + make_interval(mins => priority * 10)
      where subject in ('low', 'new', 'urgent')`.execute(db);
    // Thirty-one days old, so it no longer counts.
    await sql`
      update inbox_threads set created_at = now() - interval '31 days', first_answer_at = now()
      where subject = 'old'`.execute(db);
    const overview = await call(clerk, 'GET', '/api/admin/overview');
    expect(overview.body).toEqual({
      concerns: [{ kind: 'inbox-open', count: 5, detail: '', failures: [] }],
      firstAnswerMinutes: 10,
    });
    const poster = await addHolder(site, 'Poster', ['news']);
    expect((await call(poster, 'GET', '/api/admin/overview')).body).toEqual({ concerns: [] });
  });

  test('has 25 threads on a page', async () => {
    const { db } = site.deps;
    await sql`delete from inbox_threads`.execute(db);
    await sql`
      insert into inbox_threads (account_id, kind, subject, waiting_since)
      select ${ada.id}, 'question', 'Question ' || n, now() - make_interval(mins => n)
      from generate_series(1, 27) as n`.execute(db);
    const read = async (page: number) =>
      (
        await call<{ threads: ListedThread[]; total: number; page: number; pages: number }>(
          clerk,
          'GET',
          `/api/admin/inbox?page=${page}`,
        )
      ).body;
    const [first, second] = [await read(1), await read(2)];
    expect(first).toMatchObject({ total: 27, page: 1, pages: 2 });
    expect(first.threads.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 25 }, (_, at) => `Question ${27 - at}`),
    );
    expect(second).toMatchObject({
      total: 27,
      page: 2,
      pages: 2,
      threads: [{ subject: 'Question 2' }, { subject: 'Question 1' }],
    });
  });

  test('of thousands of threads is read by an index', async () => {
    const { db } = site.deps;
    await sql`
      insert into inbox_threads (account_id, kind, subject, is_unread_by_staff, priority, waiting_since,
        state, closed_at)
      select ${ada.id}, 'question', 'x', n % 3 = 0, n % 3, now() - make_interval(mins => n),
        case when n % 2 = 0 then 'open' else 'closed' end, case when n % 2 = 1 then now() end
      from generate_series(1, 4000) as n`.execute(db);
    await sql`analyze inbox_threads`.execute(db);
    for (const query of ['', '?page=3', '?state=open', '?state=closed']) {
      const execute = vi.spyOn(db.getExecutor(), 'executeQuery');
      await call(clerk, 'GET', `/api/admin/inbox${query}`);
      const list = execute.mock.calls.find(([{ sql: text }]) => /order by.*limit/s.test(text))![0];
      execute.mockRestore();
      const explain = CompiledQuery.raw(`explain ${list.sql}`, [...list.parameters]);
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Scan.* on inbox_threads/);
      expect(plan).not.toMatch(/Seq Scan on inbox_threads/);
    }
  });
});

test('staff sees neither its own threads nor reports about itself, and cannot be assigned to them', async () => {
  const keeper = await addHolder(site, 'Keeper', ['inbox']);
  const own = await open(keeper);
  const about = await open(ada, {
    about: { kind: 'player', id: 'Keeper' },
    category: '',
    subject: '',
  });
  const other = await open();
  for (const id of [own, about]) {
    expect((await call(keeper, 'GET', urlOf(id))).status).toBe(404);
    expect((await call(keeper, 'PUT', urlOf(id, '/read'))).status).toBe(404);
    expect((await call(keeper, 'PATCH', urlOf(id), { state: 'closed', version: 1 })).status).toBe(
      404,
    );
    const { status, body } = await call<Thread>(admin, 'GET', urlOf(id));
    expect([status, body.staff]).toEqual([200, expect.not.arrayContaining(['Keeper'])]);
  }
  const { body } = await call<{ threads: ListedThread[] }>(keeper, 'GET', '/api/admin/inbox');
  const ids = body.threads.map(({ id }) => id);
  expect(ids).toContain(other);
  expect(ids.filter((id) => id === own || id === about)).toEqual([]);
});

test('staff reads a thread about something else that has the number of its own account', async () => {
  const reeve = await addHolder(site, 'Reeve', ['inbox']);
  const id = await open(await addHolder(site, 'Miller', ['news']));
  await site.deps.db
    .updateTable('inbox_threads')
    .set({ kind: 'report', about_kind: 'event', about_id: String(reeve.id) })
    .where('id', '=', id)
    .execute();
  expect(await read(id, reeve)).toMatchObject({
    player: 'Miller',
    userRights: 1,
    about: { kind: 'event', id: String(reeve.id) },
    staff: expect.arrayContaining(['Reeve']),
  });
  // An account that was not confirmed cannot be assigned.
  await sql`update accounts set pending_since = now() where id = ${reeve.id}`.execute(site.deps.db);
  expect((await read(id)).staff).not.toContain('Reeve');
});

test('while the inbox is off, nothing of it waits for the staff', async () => {
  await open();
  const turn = (isOn: boolean) => call(admin, 'PUT', '/api/admin/features/inbox', { isOn });
  expect((await turn(false)).status).toBe(204);
  const overview = await call(clerk, 'GET', '/api/admin/overview');
  expect((await turn(true)).status).toBe(204);
  expect(overview.body).toEqual({ concerns: [] });
  expect((await call(clerk, 'GET', '/api/admin/overview')).body).toMatchObject({
    concerns: [{ kind: 'inbox-open' }],
  });
});

test('the inbox forgets a deleted account where others wrote, and leaves the rest', async () => {
  const { db } = site.deps;
  const gone = await addHolder(site, 'Fading Fay', ['inbox']);
  const report = (id: string) => ({ about: { kind: 'player', id }, category: '', subject: '' });
  await site.addPlayer('Fay');
  const [about, other] = [await open(ada, report('Fading Fay')), await open(ada, report('Fay'))];
  for (const [by, name] of [
    [gone, 'Fading Fay'],
    [clerk, 'Clerk'],
  ] as const) {
    const text = `Answer of ${name}`;
    const body = { text, isNote: false, version: (await read(other, admin)).version };
    expect((await call(by, 'POST', urlOf(other, '/messages'), body)).status).toBe(204);
  }
  const assign = (id: number, assignee: string) =>
    db
      .updateTable('inbox_threads')
      .set((row) => ({
        assignee_id: row.selectFrom('accounts').select('id').where('username', '=', assignee),
      }))
      .where('id', '=', id)
      .execute();
  await assign(other, 'Fading Fay');
  await assign(about, 'Clerk');
  const pictureOf = async (by: TestPlayer, hash: string) => {
    await sql`insert into media (hash, width, height, widths) values (${hash}, 9, 9, '{9}')`.execute(
      db,
    );
    await sql`
      insert into inbox_pictures (hash, account_id, created_at)
      values (${hash}, ${by.id}, '2026-01-02')`.execute(db);
  };
  await pictureOf(gone, 'a'.repeat(32));
  await pictureOf(clerk, 'b'.repeat(32));
  const owner = { ...gone, usernameKey: 'fading fay', uid: 'none' };
  const [own, , written] = inboxPersonalData.parts!;
  expect(await own!.read(db, owner, 'owner')).toEqual([]);
  expect(await written!.read(db, owner, 'owner')).toEqual([
    { thread: other, at: expect.any(Date) as Date, is_note: false },
  ]);
  await db.transaction().execute((trx) => inboxPersonalData.erase!(trx, owner));
  expect(await read(other, admin)).toMatchObject({
    subject: 'Player Fay',
    assignee: null,
    messages: [
      { author: 'Iron Ada' },
      { author: '', text: 'Answer of Fading Fay', isStaff: true },
      { author: 'Clerk' },
    ],
  });
  expect(await read(about, admin)).toMatchObject({
    subject: 'Player Deleted player',
    assignee: 'Clerk',
  });
  // The upload is a day older, so that the job deletes it at its next run.
  const uploads = await db
    .selectFrom('inbox_pictures')
    .select(['account_id', 'created_at'])
    .orderBy('hash')
    .execute();
  expect(uploads).toEqual([
    { account_id: null, created_at: new Date('2026-01-01') },
    { account_id: clerk.id, created_at: new Date('2026-01-02') },
  ]);
});

test('the download of a player has the threads without notes', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('Exporter');
  const id = await open(player);
  await answer(id, 1);
  await answer(id, 0, { isNote: true, text: 'A secret note' });
  const owner = { ...player, usernameKey: 'exporter', uid: 'none' };
  const [own] = inboxPersonalData.parts!;
  const rows = await own!.read(db, owner, 'owner');
  expect(JSON.stringify(rows)).not.toContain('secret');
  expect(rows).toMatchObject([
    {
      id,
      kind: 'question',
      category: 'The game',
      subject: 'A well',
      state: 'waiting',
      messages: [
        { by_staff: false, text: 'It is dry.', pictures: null },
        { by_staff: true, text: 'Dig deeper.', pictures: null },
      ],
    },
  ]);
});

test('settings are read by the staff and changed by admins', async () => {
  const url = '/api/admin/inbox/settings';
  expect((await call(clerk, 'GET', url)).body).toEqual(inboxSettings.initial);
  const value = { ...inboxSettings.initial, categories: ['Bugs'], appealDays: 0 };
  expect((await call(clerk, 'PUT', url, value)).body.code).toBe('access/admin-only');
  const names = (count: number) => Array.from({ length: count }, (_, n) => `Name ${n}`);
  const answers = (count: number, change = {}) =>
    names(count).map((name) => ({ name, text: 'Hello', ...change }));
  for (const wrong of [
    { categories: ['A', 'A'] },
    { categories: [] },
    { categories: names(21) },
    { categories: ['x'.repeat(41)] },
    { answers: answers(51) },
    { answers: answers(1, { name: 'x'.repeat(61) }) },
    { answers: answers(1, { text: '' }) },
    { answers: answers(1, { text: 'x'.repeat(4_001) }) },
    { appealDays: -1 },
    { appealDays: 3_651 },
    { keepDays: 0 },
    { keepDays: 3_651 },
  ]) {
    const refused = await call(admin, 'PUT', url, { ...value, ...wrong });
    expect([wrong, refused.status]).toEqual([wrong, 400]);
  }
  const largest = {
    categories: names(19).concat('x'.repeat(40)),
    answers: answers(50, { name: 'x'.repeat(60), text: 'x'.repeat(4_000) }),
    appealDays: 3_650,
    keepDays: 3_650,
  };
  expect((await call(admin, 'PUT', url, largest)).status).toBe(204);
  expect((await call(admin, 'PUT', url, { ...value, answers: [], keepDays: 1 })).status).toBe(204);
  expect((await call(clerk, 'GET', url)).body).toEqual({ ...value, answers: [], keepDays: 1 });
  expect((await call(admin, 'PUT', url, { ...value, answers: [] })).status).toBe(204);
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject', 'before', 'after'])
    .where('action', '=', 'inbox/settings-changed')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toEqual({
    actor_name: 'Warden',
    subject: 'settings',
    before: { keepDays: 1 },
    after: { keepDays: 365 },
  });
  expect((await call(ada, 'GET', '/api/support')).body).toMatchObject({ categories: ['Bugs'] });
});
