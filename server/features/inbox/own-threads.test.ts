import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { beginCheckout } from '#server/features/payments/testing/payments.ts';
import { addItem, giveCoins } from '#server/features/shop/testing/shop.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { OwnThreadDetails, Support } from '#shared/endpoints/inbox.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { inboxPersonalData } from './inbox.personal-data.ts';
import { pruneInbox } from './inbox.service.ts';
import { byText, callsTo, question, sanction } from './testing/inbox.ts';

let site: TestApp;
let call: ReturnType<typeof callsTo>;
let admin: TestPlayer;
let ada: TestPlayer;
let bert: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  call = callsTo(site);
  admin = await site.addPlayer('Warden', 3);
  ada = await site.addPlayer('Iron Ada');
  bert = await site.addPlayer('Bert');
});
afterAll(() => site.close());

async function open(player: TestPlayer, body: object = question): Promise<number> {
  const answer = await call<{ id: number }>(player, 'POST', '/api/support/threads', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id;
}

const read = async (player: TestPlayer, id: number) =>
  (await call<OwnThreadDetails>(player, 'GET', `/api/support/threads/${id}`)).body;

const about = (kind: string, id: string | number) => ({
  about: { kind, id: String(id) },
  text: 'Please look at it.',
});

async function upload(player: TestPlayer, width = 40) {
  const payload = await sharp({
    create: { width, height: 30, channels: 3, background: '#a87722' },
  })
    .png()
    .toBuffer();
  const headers = { cookie: player.cookie, 'content-type': 'image/png' };
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/support/pictures',
    headers,
    payload,
  });
  return answer.json<Picture & { code?: string }>();
}

test('a subject is one line, and texts have no control characters', async () => {
  const control = `Dry${String.fromCodePoint(27)}[2J`;
  const send = async (body: object) => {
    const { status, body: answer } = await call(ada, 'POST', '/api/support/threads', body);
    return [status, ...Object.keys(answer['fields'] as object)];
  };
  expect(await send({ ...question, subject: 'A well\nDecided: accepted' })).toEqual([
    400,
    'subject',
  ]);
  expect(await send({ ...question, text: control })).toEqual([400, 'text']);
});

test('a question is stored as plain text, trimmed, and only its player reads it', async () => {
  const text = '  <b>Dry</b> since Monday  ';
  const id = await open(ada, { ...question, text });
  expect(await read(ada, id)).toEqual({
    id,
    kind: 'question',
    subject: 'A well',
    state: 'open',
    createdAt: expect.any(String),
    lastMessageAt: expect.any(String),
    isUnread: false,
    isAccepted: null,
    messages: [
      {
        id: expect.any(Number),
        at: expect.any(String),
        author: 'Iron Ada',
        isStaff: false,
        isNote: false,
        text: '<b>Dry</b> since Monday',
        pictures: [],
      },
    ],
  });
  expect(await read(bert, id)).toMatchObject({ code: 'inbox/not-found' });
  const reply = await call(bert, 'POST', `/api/support/threads/${id}/messages`, { text: 'Mine' });
  expect([reply.status, reply.body.code]).toEqual([404, 'inbox/not-found']);
  expect((await read(ada, id)).messages).toHaveLength(1);
  const list = await call<Support>(bert, 'GET', '/api/support');
  expect(list.body).toEqual({
    threads: [],
    categories: ['Account and sign-in', 'The game', 'Something else'],
    isBlocked: false,
    sanctions: 0,
  });
});

test.each([
  [{ ...question, category: 'Unknown' }, 'category'],
  [{ ...question, subject: '  ' }, 'subject'],
  [{ ...question, text: ' \n ' }, 'text'],
  [{ ...question, text: 'bell \u0007' }, 'text'],
  [{ ...question, text: 'x'.repeat(4001) }, 'text'],
  [{ ...question, subject: 'x'.repeat(81) }, 'subject'],
  [{ ...question, about: { kind: 'player', id: 'x'.repeat(41) } }, 'about.id'],
  [{ ...question, about: { kind: 'account', id: 'Bert' } }, 'about.kind'],
  [{ ...question, pictures: ['https://example.test/a.png'] }, 'pictures.0'],
  [{ ...question, pictures: [`/media/${'0'.repeat(32)}`] }, 'pictures'],
])('a thread with wrong values is refused: %#', async (body, field) => {
  const { status, body: answer } = await call(bert, 'POST', '/api/support/threads', body);
  expect([status, answer.code]).toEqual([400, 'request/invalid']);
  expect(Object.keys(answer.fields as object)).toEqual([field]);
  expect((await call<Support>(bert, 'GET', '/api/support')).body.threads).toEqual([]);
});

test('the longest subject and message are accepted, and the latest thread is listed first', async () => {
  const writer = await site.addPlayer('Lengthy');
  const longest = { ...question, subject: 'x'.repeat(80), text: 'y'.repeat(4000) };
  const first = await open(writer, longest);
  expect(await read(writer, first)).toMatchObject({
    subject: longest.subject,
    messages: [{ text: longest.text }],
  });
  const second = await open(writer, { ...question, category: 'Something else' });
  const list = async () =>
    (await call<Support>(writer, 'GET', '/api/support')).body.threads.map(({ id }) => id);
  expect(await list()).toEqual([second, first]);
  await call(writer, 'POST', `/api/support/threads/${first}/messages`, { text: 'Hello?' });
  expect(await list()).toEqual([first, second]);
  const { rows } = await sql`
    select kind, category, about_kind, about_id, sanction_id, version, state, is_unread_by_staff,
      is_unread_by_player
    from inbox_threads where id = ${second}`.execute(site.deps.db);
  expect(rows).toEqual([
    {
      kind: 'question',
      category: 'Something else',
      about_kind: null,
      about_id: null,
      sanction_id: null,
      version: 1,
      state: 'open',
      is_unread_by_staff: true,
      is_unread_by_player: false,
    },
  ]);
});

test('reading a thread marks that one only, and not for the staff', async () => {
  const reader = await site.addPlayer('Reader');
  const ids = [await open(reader), await open(reader)];
  await sql`
    update inbox_threads set is_unread_by_player = true
    where account_id = ${reader.id}`.execute(site.deps.db);
  expect((await call(reader, 'PUT', `/api/support/threads/${ids[0]}/read`)).status).toBe(204);
  const { rows } = await sql`
    select id, is_unread_by_player, is_unread_by_staff, version from inbox_threads
    where account_id = ${reader.id} order by id`.execute(site.deps.db);
  expect(rows).toEqual([
    { id: ids[0], is_unread_by_player: false, is_unread_by_staff: true, version: 1 },
    { id: ids[1], is_unread_by_player: true, is_unread_by_staff: true, version: 1 },
  ]);
});

describe('a thread about a record', () => {
  test('has the subject of the record, and a second report is added to it', async () => {
    const id = await open(ada, about('player', 'bert'));
    expect(await open(ada, { ...about('player', 'BERT'), text: 'Again' })).toBe(id);
    const { subject, kind, messages } = await read(ada, id);
    expect({ subject, kind, texts: messages.map(({ text }) => text) }).toEqual({
      subject: 'Player Bert',
      kind: 'report',
      texts: ['Please look at it.', 'Again'],
    });
  });

  test('sent twenty times at once is one thread with every message', async () => {
    const eager = await Promise.all([1, 2, 3, 4].map((n) => site.addPlayer(`Eager ${n}`)));
    const ids = await Promise.all(
      [0, 1, 2, 3, 4].flatMap((n) =>
        eager.map((player) => open(player, { ...about('player', 'Bert'), text: `Turn ${n}` })),
      ),
    );
    expect(new Set(ids).size).toBe(eager.length);
    for (const player of eager) {
      const { body } = await call<Support>(player, 'GET', '/api/support');
      expect(body.threads).toHaveLength(1);
      expect((await read(player, body.threads[0]!.id)).messages).toHaveLength(5);
    }
  });

  test('can be an event, the own purchase, top-up or gift, and nothing of others', async () => {
    const draft = {
      title: 'The Autumn Hunt',
      description: 'Bring a horn.',
      type: 'PvP',
      dateTime: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const event = await call<{ id: string }>(admin, 'POST', '/api/events', draft);
    await sql`delete from rate_limits`.execute(site.deps.db);
    const { id: itemId } = await addItem(site, admin);
    await giveCoins(site, bert, 1000);
    const purchase = { itemId, giftTo: 'Iron Ada', note: 'Boo' };
    const bought = await call<{ purchaseId: string }>(bert, 'POST', '/api/shop/buy', purchase);
    const { purchaseId } = bought.body;
    const { orderId } = await beginCheckout(site, ada);
    const subjects: Record<string, string> = {};
    for (const [kind, id] of [
      ['event', event.body.id],
      ['purchase', purchaseId],
      ['order', orderId],
      ['gift', purchaseId],
    ] as const) {
      const { subject, kind: of } = await read(ada, await open(ada, about(kind, id)));
      subjects[kind] = `${of} ${subject}`;
    }
    expect(subjects).toEqual({
      event: 'report Event The Autumn Hunt',
      purchase: `help Purchase ${purchaseId}: Lantern`,
      order: expect.stringMatching(/^help Top-up: \d+ coins$/),
      gift: `report Gift ${purchaseId}: Lantern`,
    });
    const { rows } = await sql<{ isReported: boolean }>`
      select reported_at is not null as "isReported" from gift_notes`.execute(site.deps.db);
    expect(rows).toEqual([{ isReported: true }]);
    // The giver may ask about the purchase, and not report the note; the order belongs to another.
    expect(await read(bert, await open(bert, about('purchase', purchaseId)))).toMatchObject({
      kind: 'help',
      subject: `Purchase ${purchaseId}: Lantern`,
    });
    const stranger = await site.addPlayer('Stranger');
    const silent = { itemId, giftTo: 'Iron Ada' };
    const noNote = await call<{ purchaseId: string }>(bert, 'POST', '/api/shop/buy', silent);
    const gone = await call<{ id: string }>(admin, 'POST', '/api/events', draft);
    await sql`update events set deleted_at = now() where id = ${gone.body.id}`.execute(
      site.deps.db,
    );
    const [deleted, pending] = [await site.addPlayer('Gone'), await site.addPlayer('Pending')];
    await sql`update accounts set delete_after = now(), closing_at = now(), deleted_at = now() where id = ${deleted.id}`.execute(
      site.deps.db,
    );
    await sql`
      update accounts set pending_since = now() where id = ${pending.id}`.execute(site.deps.db);
    for (const [player, kind, id] of [
      [bert, 'gift', purchaseId],
      [ada, 'gift', noNote.body.purchaseId],
      [stranger, 'gift', purchaseId],
      [stranger, 'event', gone.body.id],
      [stranger, 'player', 'Gone'],
      [stranger, 'player', 'Pending'],
      [stranger, 'purchase', purchaseId],
      [stranger, 'order', orderId],
      [stranger, 'event', '999999'],
      [stranger, 'player', 'Unheard Of'],
      [stranger, 'order', 'no uuid'],
    ] as const) {
      const answer = await call(player, 'POST', '/api/support/threads', about(kind, id));
      expect([kind, answer.status, answer.body.code]).toEqual([kind, 404, 'request/not-found']);
    }
  });
});

test('a player has at most ten threads that are not closed, and reopening counts', async () => {
  const busy = await site.addPlayer('Busy');
  const first = await open(busy);
  await sql`update inbox_threads set state = 'closed', closed_at = now() where id = ${first}`.execute(
    site.deps.db,
  );
  for (let n = 0; n < 9; n += 1) await open(busy);
  await sql`delete from rate_limits`.execute(site.deps.db);
  const answers = await Promise.all(
    [1, 2, 3].map(() => call(busy, 'POST', '/api/support/threads', question)),
  );
  expect(answers.map(({ status, body }) => body.code ?? String(status)).toSorted(byText)).toEqual([
    '200',
    'inbox/too-many',
    'inbox/too-many',
  ]);
  const reply = await call(busy, 'POST', `/api/support/threads/${first}/messages`, { text: 'Hi' });
  expect(reply.body.code).toBe('inbox/too-many');
  const { db } = site.deps;
  const ids = await sql<{ id: number }>`
    update inbox_threads set state = 'waiting'
    where account_id = ${busy.id} and state = 'open' returning id`.execute(db);
  expect(ids.rows).toHaveLength(10);
  expect((await call(busy, 'POST', '/api/support/threads', question)).body).toMatchObject({
    code: 'inbox/too-many',
    error: expect.stringContaining('You have 10 threads'),
  });
  // One that is not closed is answered, and the message about a record joins its open thread.
  const [{ id }] = ids.rows as [{ id: number }];
  const url = `/api/support/threads/${id}/messages`;
  expect((await call(busy, 'POST', url, { text: 'Hi' })).status).toBe(204);
  await sql`
    update inbox_threads set kind = 'report', about_kind = 'player', about_id = ${String(ada.id)}
    where id = ${id}`.execute(db);
  expect(await open(busy, about('player', 'Iron Ada'))).toBe(id);
  // Appeals do not count, and threads of others neither.
  await sql`update inbox_threads set kind = 'appeal' where id = ${ids.rows[1]?.id}`.execute(db);
  expect((await call(busy, 'POST', '/api/support/threads', question)).status).toBe(200);
  await sql`delete from rate_limits`.execute(db);
});

test('a player opens ten threads an hour, and a network thirty', async () => {
  const { db } = site.deps;
  const close = sql`update inbox_threads set state = 'closed', closed_at = now() where state <> 'closed'`;
  const key = `inbox threads by network 10.0.${ada.id >> 8}.${ada.id & 255}`;
  await sql`delete from rate_limits`.execute(db);
  for (let n = 0; n < 10; n += 1) {
    await open(ada);
    await close.execute(db);
  }
  const eleventh = await call(ada, 'POST', '/api/support/threads', question);
  expect([eleventh.status, eleventh.body.code]).toEqual([429, 'request/rate-limited']);
  await sql`delete from rate_limits where key like 'POST%'`.execute(db);
  await sql`update rate_limits set hits = 30 where key = ${key}`.execute(db);
  const other = { ...bert, cookie: bert.cookie, id: ada.id };
  expect((await call(other, 'POST', '/api/support/threads', question)).status).toBe(429);
  const body = { sanctionId: 1, text: 'Hi' };
  expect((await call(other, 'POST', '/api/support/appeals', body)).status).toBe(429);
  await sql`update rate_limits set hits = 29 where key = ${key}`.execute(db);
  expect((await call(other, 'POST', '/api/support/threads', question)).status).toBe(200);
  await close.execute(db);
  await sql`
    insert into rate_limits (key, hits, resets_at)
    values ('inbox pictures by network 127.0.0.1', 119, now() + interval '1 hour')`.execute(db);
  expect((await upload(ada)).url).toMatch(/^\/media\//);
  expect((await upload(ada)).code).toBe('request/rate-limited');
  await sql`delete from rate_limits`.execute(db);
});

test('a closed thread is opened again by a reply, unless there is a newer one about the same', async () => {
  const writer = await site.addPlayer('Writer');
  const old = await open(writer, about('player', 'Bert'));
  await sql`update inbox_threads set state = 'closed', closed_at = now() where id = ${old}`.execute(
    site.deps.db,
  );
  const url = `/api/support/threads/${old}/messages`;
  expect((await call(writer, 'POST', url, { text: 'Still' })).status).toBe(204);
  expect(await read(writer, old)).toMatchObject({ state: 'open', messages: [{}, {}] });
  await sql`update inbox_threads set state = 'closed', closed_at = now() where id = ${old}`.execute(
    site.deps.db,
  );
  await open(writer, about('player', 'Bert'));
  expect((await call(writer, 'POST', url, { text: 'Old' })).body.code).toBe('inbox/outdated');
});

describe('pictures', () => {
  test('have a random address and belong to one message of the uploader', async () => {
    const [mine, same, others] = [await upload(ada), await upload(ada), await upload(bert)];
    expect(mine.url).not.toBe(same.url);
    const id = await open(ada, { ...question, pictures: [same.url, mine.url] });
    const [message] = (await read(ada, id)).messages;
    expect(message?.pictures).toEqual([same, mine]);
    for (const url of [mine.url, others.url]) {
      const body = { ...question, pictures: [url] };
      const answer = await call(ada, 'POST', '/api/support/threads', body);
      expect(Object.keys(answer.body.fields as object)).toEqual(['pictures']);
    }
    const five = { ...question, pictures: Array<string>(5).fill(others.url) };
    expect((await call(bert, 'POST', '/api/support/threads', five)).status).toBe(400);
    const twice = { ...question, pictures: [others.url, others.url] };
    expect((await call(bert, 'POST', '/api/support/threads', twice)).status).toBe(400);
  });

  test('can be used for 23 hours, and are not deleted before 24', async () => {
    const { db, media } = site.deps;
    const [usable, late] = [await upload(ada), await upload(ada)];
    const age = (picture: Picture, minutes: number) =>
      sql`
      update inbox_pictures set created_at = now() - make_interval(mins => ${minutes})
      where hash = ${picture.url.slice('/media/'.length)}`.execute(db);
    await age(usable, 22 * 60 + 55);
    await age(late, 23 * 60 + 5);
    const send = (picture: Picture) =>
      call(ada, 'POST', '/api/support/threads', { ...question, pictures: [picture.url] });
    expect((await send(late)).status).toBe(400);
    expect((await send(usable)).status).toBe(200);
    await age(late, 23 * 60 + 55);
    await age(usable, 25 * 60);
    await pruneInbox(site.deps);
    const files = await media.list();
    const isStored = ({ src }: Picture) => files.includes(src.slice('/media/'.length));
    expect([usable, late].map(isStored)).toEqual([true, true]);
  });

  test('can come with a reply, with an appeal and with an answer of the staff', async () => {
    const { db } = site.deps;
    const [first, second, third] = [await upload(ada), await upload(ada), await upload(ada)];
    const answered = await upload(admin);
    const id = await open(ada);
    const send = (player: TestPlayer, url: string, body: object) =>
      call<{ id: number }>(player, 'POST', url, { text: 'See here.', ...body });
    const urls = (...pictures: Picture[]) => ({ pictures: pictures.map(({ url }) => url) });
    const replied = await send(ada, `/api/support/threads/${id}/messages`, urls(second, first));
    const answer = { ...urls(answered), isNote: false, version: 2 };
    const written = await send(admin, `/api/admin/inbox/${id}/messages`, answer);
    expect([replied.status, written.status]).toEqual([204, 204]);
    expect((await read(ada, id)).messages.map(({ pictures }) => pictures)).toEqual([
      [],
      [second, first],
      [answered],
    ]);
    const sanctionId = await sanction(site, admin, ada, 'mute');
    const { body } = await send(ada, '/api/support/appeals', { ...urls(third), sanctionId });
    expect((await read(ada, body.id)).messages).toMatchObject([{ pictures: [third] }]);
    // The download names the pictures of each message, in the order of the message.
    const hashOf = ({ url }: Picture) => url.slice('/media/'.length);
    const owner = { ...ada, usernameKey: 'iron ada', uid: 'none' };
    const rows = (await inboxPersonalData.parts![0]!.read(db, owner, 'owner')) as { id: number }[];
    expect(rows.find((row) => row.id === id)).toMatchObject({
      messages: [
        { pictures: null },
        { pictures: [hashOf(second), hashOf(first)] },
        { pictures: [hashOf(answered)] },
      ],
    });
  });

  test('of a player are four at most in a message', async () => {
    const pictures = [
      await upload(bert),
      await upload(bert),
      await upload(bert),
      await upload(bert),
    ];
    const id = await open(bert, { ...question, pictures: pictures.map(({ url }) => url) });
    const { messages } = await read(bert, id);
    expect(messages).toMatchObject([{ author: 'Bert', pictures }]);
  });

  test('are deleted a day after an upload that nobody used, and with their old thread', async () => {
    const { db, media } = site.deps;
    const [used, unused, kept] = [await upload(bert), await upload(bert, 700), await upload(bert)];
    const hash = unused.url.slice('/media/'.length);
    const id = await open(bert, { ...question, pictures: [used.url] });
    const keptId = await open(bert, { ...question, pictures: [kept.url] });
    await sql`update inbox_pictures set created_at = now() - interval '25 hours'`.execute(db);
    await sql`
      update inbox_threads set state = 'closed', closed_at = now() - interval '366 days'
      where id = ${id}`.execute(db);
    await sql`
      update inbox_threads set state = 'closed', closed_at = now() - interval '364 days'
      where id = ${keptId}`.execute(db);
    await pruneInbox(site.deps);
    const files = await media.list();
    const isStored = ({ src }: Picture) => files.includes(src.slice('/media/'.length));
    expect([used, unused, kept].map(isStored)).toEqual([false, false, true]);
    // A wide picture has several files.
    expect(unused.srcset).toContain(',');
    expect(files.filter((name) => name.includes(hash))).toEqual([]);
    expect(await read(bert, id)).toMatchObject({ code: 'inbox/not-found' });
    expect((await read(bert, keptId)).messages[0]?.pictures).toEqual([kept]);
    const { rows } = await sql`
      select from media where hash = ${hash}`.execute(db);
    expect(rows).toEqual([]);
  });
});

test('all threads that are closed for longer than the owner keeps them are deleted', async () => {
  const { db } = site.deps;
  const { id: keeper } = await site.addPlayer('Hoarder');
  const url = '/api/admin/inbox/settings';
  const { body: settings } = await call(admin, 'GET', url);
  expect((await call(admin, 'PUT', url, { ...settings, keepDays: 10 })).status).toBe(204);
  await sql`
    insert into inbox_threads (account_id, kind, subject, state, closed_at)
    select ${keeper}, 'question', 'Closed ' || n, 'closed', now() - interval '241 hours'
    from generate_series(1, 201) as n`.execute(db);
  await sql`
    insert into inbox_threads (account_id, kind, subject, state, closed_at)
    values (${keeper}, 'question', 'Kept', 'closed', now() - interval '239 hours'),
      (${keeper}, 'question', 'Open', 'open', null)`.execute(db);
  await sql`
    with added as (
      insert into media (hash, width, height, widths)
      select md5('unused ' || n), 9, 9, '{9}' from generate_series(1, 51) as n returning hash
    )
    insert into inbox_pictures (hash, account_id, created_at)
    select hash, ${keeper}::bigint, now() - interval '25 hours' from added`.execute(db);
  await pruneInbox(site.deps);
  expect((await call(admin, 'PUT', url, settings)).status).toBe(204);
  const left = await sql`
    select subject from inbox_threads where account_id = ${keeper} order by id`.execute(db);
  expect(left.rows).toEqual([{ subject: 'Kept' }, { subject: 'Open' }]);
  const pictures = await sql`
    select hash from inbox_pictures where account_id = ${keeper}`.execute(db);
  expect(pictures.rows).toEqual([]);
});

test('an account that is going to be deleted cannot open a thread', async () => {
  const leaving = await site.addPlayer('Leaving');
  await site.app.inject(json('POST', '/api/account/deletion', undefined, leaving));
  const answer = await call(leaving, 'POST', '/api/support/threads', question);
  expect(answer.body.code).toBe('accounts/leaving');
});
