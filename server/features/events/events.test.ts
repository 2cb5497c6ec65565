import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { originOf } from '#shared/rules/events.ts';

import { publishBegunEvents } from './events.service.ts';
import { importEvent } from './import-events.service.ts';

let site: TestApp;
let staff: TestPlayer;
/** A second one, because each may create 60 events in an hour. */
let colleague: TestPlayer;
let player: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  staff = await site.addPlayer('Event Staff', 2);
  colleague = await site.addPlayer('Colleague', 2);
  player = await site.addPlayer('Some Player');
  other = await site.addPlayer('Other One');
});
afterAll(() => site.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const draft = (changes: object = {}) => ({
  title: 'Wyrm of the Hollow',
  description: 'Bring sharks.',
  type: 'Bossing',
  dateTime: inDays(3),
  ...changes,
});

const post = (body: object, as?: Pick<TestPlayer, 'cookie'>) =>
  site.app.inject(json('POST', '/api/events', body, as));
const put = (id: string, body: object, as?: Pick<TestPlayer, 'cookie'>) =>
  site.app.inject(json('PUT', `/api/events/${id}`, body, as));
const remove = (id: string, as?: Pick<TestPlayer, 'cookie'>) =>
  site.app.inject(json('DELETE', `/api/events/${id}`, undefined, as));
const mark = (id: string, action: string, as?: Pick<TestPlayer, 'cookie'>, body: object = {}) =>
  site.app.inject(json('PATCH', `/api/events/${id}/${action}`, body, as));

async function list(query = ''): Promise<GameEvent[]> {
  return (await site.app.inject({ url: `/api/events${query}` })).json();
}

async function createEvent(changes: object = {}, as = staff): Promise<GameEvent> {
  const answer = await post(draft(changes), as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Simulates an event that began an hour ago and was published as begun. */
async function moveToPast(id: string): Promise<void> {
  await site.deps.db
    .updateTable('events')
    .set({ starts_at: new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000) })
    .where('id', '=', Number(id))
    .execute();
  await publishBegunEvents(site.deps);
}

async function storedEvents(): Promise<unknown[]> {
  return site.deps.db.selectFrom('events').selectAll().orderBy('id').execute();
}

test('an edit without a zone keeps the zone of the event', async () => {
  const { id } = await createEvent({ zone: 'Asia/Tokyo' });
  const edited = await put(id, draft({ title: 'Moved' }), staff);
  expect(edited.json()).toMatchObject({ title: 'Moved', zone: 'Asia/Tokyo' });
  expect((await put(id, draft({ zone: 'Europe/Berlin' }), staff)).json()).toMatchObject({
    zone: 'Europe/Berlin',
  });
});

test('a zone that no clock knows is not stored: a new event is in UTC, an old one keeps its own', async () => {
  const unknown = { zone: 'Mars/Olympus' };
  const { id, zone } = await createEvent(unknown);
  expect(zone).toBe('UTC');
  await put(id, draft({ zone: 'Asia/Tokyo' }), staff);
  expect((await put(id, draft(unknown), staff)).json()).toMatchObject({ zone: 'Asia/Tokyo' });
});

describe('listing', () => {
  test('an event has the fields of the specification, in UTC and to the minute', async () => {
    const dateTime = `${inDays(40).slice(0, 17)}42.123Z`;
    const { id } = await createEvent({ dateTime, zone: 'Europe/Berlin' });
    expect((await list()).find((event) => event.id === id)).toEqual({
      id,
      title: 'Wyrm of the Hollow',
      description: 'Bring sharks.',
      type: 'Bossing',
      dateTime: `${dateTime.slice(0, 17)}00.000Z`,
      interested: [],
      going: [],
      creatorId: 'Event Staff',
      creatorRights: 2,
      communityManager: false,
      zone: 'Europe/Berlin',
      sequence: 0,
    });
  });

  test('only upcoming events are listed, soonest first; a month includes past events', async () => {
    const later = await createEvent({ title: 'later', dateTime: inDays(20) });
    const sooner = await createEvent({ title: 'sooner', dateTime: inDays(10) });
    const over = await createEvent({ title: 'over', dateTime: inDays(5) });
    await moveToPast(over.id);
    const ids = (await list()).map(({ id }) => id);
    expect(ids).not.toContain(over.id);
    expect(ids.indexOf(sooner.id)).toBeLessThan(ids.indexOf(later.id));
    const month = new Date(Date.now() - 3_600_000).toISOString().slice(0, 7);
    const ofMonth = await list(`?month=${month}`);
    expect(ofMonth.map(({ id }) => id)).toContain(over.id);
    expect((await list('?month=2031-01')).map(({ id }) => id)).toEqual([]);
    expect((await site.app.inject({ url: '/api/events?month=soon' })).statusCode).toBe(400);
  });

  test('a month has the events from a week before it to two weeks after it, and no deleted ones', async () => {
    const times = [
      '2031-02-21T23:59:00Z',
      '2031-02-22T00:00:00Z',
      '2031-03-10T12:00:00Z',
      '2031-03-10T12:00:00Z',
      '2031-04-14T23:59:00Z',
      '2031-04-15T00:00:00Z',
    ];
    const rows = await site.deps.db
      .insertInto('events')
      .values(
        times.map((time, at) => ({
          title: `Month ${at}`,
          description: 'x',
          type: 'PvP',
          starts_at: new Date(time),
          zone: 'UTC',
          creator_id: staff.id,
          creator_rights: 2,
          community_manager: false,
        })),
      )
      .returning('id')
      .execute();
    const titles = async () => (await list('?month=2031-03&limit=1')).map(({ title }) => title);
    expect(await titles()).toEqual(['Month 1', 'Month 2', 'Month 3', 'Month 4']);
    await remove(String(rows[2]?.id), staff);
    expect(await titles()).toEqual(['Month 1', 'Month 3', 'Month 4']);
    for (const { id } of rows) await remove(String(id), staff);
  });

  test('a limit lists only the next events, and the next one is new after a change', async () => {
    const first = await createEvent({ dateTime: inDays(1 / 12) });
    const second = await createEvent({ dateTime: inDays(1 / 8) });
    expect(await list('?limit=1')).toEqual([first]);
    expect(await list('?limit=2')).toEqual([first, second]);
    const { going } = (await mark(first.id, 'going', player)).json<GameEvent>();
    expect(going).toEqual(['Some Player']);
    expect(await list('?limit=1')).toEqual([{ ...first, going }]);
    await remove(first.id, staff);
    expect(await list('?limit=1')).toEqual([second]);
    await remove(second.id, staff);
  });

  test.each(['0', '-1', '1.5', '101', 'all', ''])('the limit "%s" is refused', async (limit) => {
    const answer = await site.app.inject({ url: `/api/events?limit=${limit}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request/invalid' });
  });

  test('an event that begins leaves the cached list without a write', async () => {
    const event = await createEvent();
    expect((await list()).map(({ id }) => id)).toContain(event.id);
    let published = 0;
    const unsubscribe = site.deps.live.subscribe({
      onMessage: ({ topic }) => (published += topic === 'events' ? 1 : 0),
      onResync() {},
    });
    await moveToPast(event.id);
    expect((await list()).map(({ id }) => id)).not.toContain(event.id);
    expect(published).toBe(1);
    await publishBegunEvents(site.deps);
    expect(published).toBe(1);
    unsubscribe();
  });
});

test('a deleted event that would begin tells no page', async () => {
  const { id } = await createEvent({}, colleague);
  await remove(id, staff);
  const topics = recordTopics(site.deps.live);
  await moveToPast(id);
  expect(topics.take()).toBe('');
});

describe('hosting', () => {
  test('a date is accepted as ISO with an offset, as ISO without one (UTC), and as seconds', async () => {
    const day = inDays(9).slice(0, 10);
    const expected = `${day}T18:30:00.000Z`;
    const seconds = Date.parse(expected) / 1000;
    for (const dateTime of [
      `${day}T18:30:00.000Z`,
      `${day}T20:30:00+02:00`,
      `${day}T18:30`,
      { seconds: seconds + 59, nanoseconds: 999_000_000 },
    ]) {
      expect((await createEvent({ dateTime })).dateTime).toBe(expected);
    }
  });

  test('an event without a type gets the first type of the list', async () => {
    const { type: _, ...untyped } = draft();
    expect((await post(untyped, staff)).json()).toMatchObject({ type: 'Bossing' });
  });

  test('the origin is what the host was when creating the event', async () => {
    const manager = await site.addPlayer('Com Manager');
    await site.deps.db
      .updateTable('accounts')
      .set({ community_manager: true })
      .where('id', '=', manager.id)
      .execute();
    const official = await createEvent({}, manager);
    expect(official).toMatchObject({ creatorRights: 0, communityManager: true });
    expect(originOf(official)).toBe('Official Community Event');
    expect(originOf(await createEvent())).toBe('Staff Event');
    await site.deps.db
      .updateTable('accounts')
      .set({ community_manager: false })
      .where('id', '=', manager.id)
      .execute();
    const listed = (await list()).find(({ id }) => id === official.id);
    expect(listed).toMatchObject({ communityManager: true });
  });

  test('a visitor and a plain player may not host', async () => {
    const before = await storedEvents();
    expect((await post(draft())).statusCode).toBe(401);
    const answer = await post(draft(), player);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'events/may-not-host' });
    const moderator = await site.addPlayer('Helper One', 1);
    expect((await post(draft(), moderator)).statusCode).toBe(403);
    expect(await storedEvents()).toEqual(before);
  });

  test('an admin can open hosting to every player, and close it again', async () => {
    const admin = await site.addPlayer('The Admin', 3);
    const set = (playersMayHost: boolean, as: TestPlayer) =>
      site.app.inject(json('PUT', '/api/events/settings', { playersMayHost }, as));
    const get = async () => (await site.app.inject({ url: '/api/events/settings' })).json();
    expect((await set(true, staff)).statusCode).toBe(403);
    expect(await get()).toEqual({ playersMayHost: false });
    expect((await set(true, admin)).statusCode).toBe(200);
    expect(await get()).toEqual({ playersMayHost: true });
    expect(originOf(await createEvent({}, player))).toBe('Unofficial Community Event');
    await set(false, admin);
    expect((await post(draft(), player)).statusCode).toBe(403);
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_name', 'before', 'after'])
      .where('action', '=', 'events/settings-changed')
      .orderBy('id')
      .execute();
    const [open, closed] = [{ playersMayHost: true }, { playersMayHost: false }];
    expect(entries).toEqual([
      { actor_name: 'The Admin', before: closed, after: open },
      { actor_name: 'The Admin', before: open, after: closed },
    ]);
  });

  test.each([
    ['a past date', { dateTime: inDays(-1) }, 'dateTime', 'Choose a time in the future.'],
    [
      'a past timestamp',
      { dateTime: { seconds: 1, nanoseconds: 0 } },
      'dateTime',
      'Choose a time in the future.',
    ],
    [
      'a date too far ahead',
      { dateTime: '9999-12-31T00:00:00Z' },
      'dateTime',
      'Choose a time within the next two years.',
    ],
    [
      'a date that overflows',
      { dateTime: { seconds: 9_007_199_254_740_991, nanoseconds: 0 } },
      'dateTime',
      'Choose the date and time.',
    ],
    ['no date', { dateTime: undefined }, 'dateTime', 'Choose the date and time.'],
    ['text instead of a date', { dateTime: 'tomorrow' }, 'dateTime', 'Choose the date and time.'],
    [
      'an impossible date',
      { dateTime: '2027-13-40T00:00:00Z' },
      'dateTime',
      'Choose the date and time.',
    ],
    ['an empty title', { title: '   ' }, 'title', 'Give the event a title.'],
    [
      'a long title',
      { title: 'a'.repeat(101) },
      'title',
      'A title can have at most 100 characters.',
    ],
    ['a title with a line break', { title: 'a\nb' }, 'title', 'A title must be a single line.'],
    [
      'a NUL',
      { description: 'a\u0000b' },
      'description',
      'The description contains characters that cannot be shown.',
    ],
    ['an empty description', { description: '' }, 'description', 'Describe the event.'],
    [
      'ten thousand characters',
      { description: 'a'.repeat(10_000) },
      'description',
      'A description can have at most 2,000 characters.',
    ],
    ['an unknown type', { type: 'Gambling' }, 'type', 'Choose one of the event types.'],
  ])('%s is refused with a clear text, and nothing changes', async (_, changes, field, text) => {
    const event = await createEvent();
    const before = await storedEvents();
    for (const answer of [
      await post(draft(changes), staff),
      await put(event.id, draft(changes), staff),
    ]) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'request/invalid', error: text });
      expect(answer.json<{ fields: object }>().fields).toEqual({ [field]: text });
    }
    expect(await storedEvents()).toEqual(before);
  });

  test.each([
    ['userId', { userId: 'Event Staff' }],
    ['userRights', { userRights: 3 }],
    ['communityManager', { communityManager: true }],
  ])('a forged %s is refused', async (_, claim) => {
    const before = await storedEvents();
    const answer = await post(draft(claim), player);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'access/not-yours' });
    expect(await storedEvents()).toEqual(before);
  });

  test('claims that agree with the session are accepted, as a client of the spec sends them', async () => {
    const claims = { userId: 'event_staff', userRights: 2, communityManager: false };
    expect((await post(draft(claims), staff)).statusCode).toBe(200);
  });
});

describe('editing and deleting', () => {
  test('the edited event as a whole is accepted and counted', async () => {
    const event = await createEvent();
    const answer = await put(event.id, { ...event, title: 'Moved', dateTime: inDays(8) }, staff);
    expect(answer.json()).toMatchObject({ title: 'Moved', sequence: 1, creatorId: 'Event Staff' });
  });

  test('the creator may edit and delete, whatever their rights; another player and a moderator may not', async () => {
    const event = await createEvent();
    await site.deps.db
      .updateTable('events')
      .set({ creator_id: player.id, creator_rights: 0 })
      .where('id', '=', Number(event.id))
      .execute();
    const moderator = await site.addPlayer('Helper Two', 1);
    const before = await storedEvents();
    for (const stranger of [other, moderator]) {
      expect((await put(event.id, draft({ title: 'Mine now' }), stranger)).json()).toMatchObject({
        code: 'access/not-yours',
        error: 'Only staff and the host may change this event.',
      });
      expect((await remove(event.id, stranger)).statusCode).toBe(403);
    }
    expect((await put(event.id, draft())).statusCode).toBe(401);
    expect((await remove(event.id)).statusCode).toBe(401);
    expect(await storedEvents()).toEqual(before);
    expect((await put(event.id, draft({ title: 'By its host' }), player)).statusCode).toBe(200);
    expect((await remove(event.id, player)).statusCode).toBe(204);
    expect((await list()).map(({ id }) => id)).not.toContain(event.id);
  });

  test('staff may change any event, and the audit log records it', async () => {
    const event = await createEvent();
    const admin = await site.addPlayer('Second Admin', 3);
    await put(event.id, draft({ title: 'By its host', type: 'PvP' }), staff);
    const dateTime = `${inDays(5).slice(0, 16)}:00.000Z`;
    const change = { title: 'Corrected', description: 'Bring pies.', type: 'Questing', dateTime };
    await put(event.id, change, admin);
    await remove(event.id, admin);
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'before', 'after'])
      .where('subject', '=', event.id)
      .where('action', 'like', 'events/%')
      .orderBy('id')
      .execute();
    const [before, after] = [
      { title: 'By its host', description: 'Bring sharks.', type: 'PvP' },
      { title: 'Corrected', description: 'Bring pies.', type: 'Questing', startsAt: dateTime },
    ];
    expect(entries).toEqual([
      {
        action: 'events/edited',
        actor_name: 'Second Admin',
        before: { ...before, startsAt: expect.not.stringContaining(dateTime) },
        after,
      },
      { action: 'events/deleted', actor_name: 'Second Admin', before: after, after: null },
    ]);
  });

  test('an edit and a deletion leave the other events alone, with those who come to them', async () => {
    const event = await createEvent({}, colleague);
    const neighbour = await createEvent({ title: 'Neighbour' }, colleague);
    for (const { id } of [event, neighbour]) {
      await mark(id, 'going', player);
      await mark(id, 'interested', other);
    }
    const rest = async () => (await list()).filter(({ id }) => id !== event.id);
    const before = await rest();
    expect(before.find(({ id }) => id === neighbour.id)).toMatchObject({
      going: ['Some Player'],
      interested: ['Other One'],
    });
    const edited = await put(event.id, draft({ title: 'Moved' }), staff);
    expect(edited.json()).toMatchObject({ going: ['Some Player'], interested: ['Other One'] });
    const unmarked = await mark(event.id, 'unmark', player);
    expect(unmarked.json()).toMatchObject({ going: [], interested: ['Other One'] });
    expect(await rest()).toEqual(before);
    await remove(event.id, staff);
    expect(await rest()).toEqual(before);
    expect(await list()).toEqual(before);
  });

  test('a community manager may host, but not change the events of others', async () => {
    const manager = await site.addPlayer('Com Two');
    await site.deps.db
      .updateTable('accounts')
      .set({ community_manager: true })
      .where('id', '=', manager.id)
      .execute();
    const event = await createEvent({}, colleague);
    expect((await put(event.id, draft({ title: 'Mine now' }), manager)).statusCode).toBe(403);
    expect((await remove(event.id, manager)).statusCode).toBe(403);
    expect((await list()).find(({ id }) => id === event.id)).toEqual(event);
  });

  test('an unknown id is not found', async () => {
    for (const answer of [
      await put('999999', draft(), staff),
      await remove('999999', staff),
      await mark('999999', 'going', player),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'events/not-found' });
    }
    expect((await put('abc', draft(), staff)).statusCode).toBe(400);
    expect((await remove('9'.repeat(30), staff)).statusCode).toBe(400);
  });

  test.each([
    ['id', { id: '1234567' }],
    ['creatorId', { creatorId: 'Some Player' }],
    ['creatorRights', { creatorRights: 3 }],
    ['communityManager', { communityManager: true }],
    ['userId', { userId: 'Some Player' }],
    ['userRights', { userRights: 3 }],
  ])('a %s that differs from the stored one is refused', async (_, claim) => {
    const event = await createEvent();
    const before = await storedEvents();
    const answer = await put(event.id, { ...event, ...claim }, staff);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'access/not-yours' });
    expect(await storedEvents()).toEqual(before);
  });

  test('of two edits of the same version, the second is refused', async () => {
    const event = await createEvent();
    expect((await put(event.id, { ...event, title: 'First' }, staff)).statusCode).toBe(200);
    const answer = await put(event.id, { ...event, title: 'Second' }, staff);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'events/outdated' });
    expect((await list()).find(({ id }) => id === event.id)?.title).toBe('First');
  });
});

describe('attendance', () => {
  test('is one state per player: interested, going, none; repeating is harmless', async () => {
    const event = await createEvent();
    const steps = [
      ['interested', { interested: ['Some Player'], going: [] }],
      ['interested', { interested: ['Some Player'], going: [] }],
      ['going', { interested: [], going: ['Some Player'] }],
      ['going', { interested: [], going: ['Some Player'] }],
      ['interested', { interested: ['Some Player'], going: [] }],
      ['unmark', { interested: [], going: [] }],
      ['unmark', { interested: [], going: [] }],
    ] as const;
    for (const [action, expected] of steps) {
      const answer = await mark(event.id, action, player, { userId: 'some player' });
      expect(answer.json(), action).toMatchObject(expected);
      expect((await list()).find(({ id }) => id === event.id)).toMatchObject(expected);
    }
  });

  test('names the players in the order in which they chose what they now are', async () => {
    const event = await createEvent({}, colleague);
    for (const action of ['going', 'interested', 'going']) await mark(event.id, action, other);
    await mark(event.id, 'going', player);
    const names = async () => (await list()).find(({ id }) => id === event.id)?.going;
    expect(await names()).toEqual(['Other One', 'Some Player']);
    // Repeating a mark does not move a player to the end, choosing again does.
    await mark(event.id, 'going', other);
    expect(await names()).toEqual(['Other One', 'Some Player']);
    await mark(event.id, 'interested', other);
    await mark(event.id, 'going', other);
    expect(await names()).toEqual(['Some Player', 'Other One']);
  });

  test('needs a session and refuses another player’s name', async () => {
    const event = await createEvent();
    expect((await mark(event.id, 'going')).statusCode).toBe(401);
    const answer = await mark(event.id, 'going', player, { userId: 'Other One' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      error: 'You are logged in as Some Player and cannot act as someone else.',
    });
    expect((await list()).find(({ id }) => id === event.id)?.going).toEqual([]);
  });

  test('needs no body', async () => {
    const event = await createEvent();
    const request = json('PATCH', `/api/events/${event.id}/going`, undefined, player);
    expect((await site.app.inject(request)).json()).toMatchObject({ going: ['Some Player'] });
  });

  test('is refused for an event that has begun or was deleted', async () => {
    const over = await createEvent();
    await mark(over.id, 'going', player);
    await moveToPast(over.id);
    for (const action of ['going', 'interested', 'unmark']) {
      const answer = await mark(over.id, action, player);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ error: 'This event has already begun.' });
    }
    expect((await put(over.id, draft(), staff)).json()).toMatchObject({ code: 'events/begun' });
    const gone = await createEvent();
    await remove(gone.id, staff);
    expect((await mark(gone.id, 'going', player)).statusCode).toBe(404);
  });
});

test('an event of another site comes with its attendance, once each, and is not announced if it began', async () => {
  const minute = (time: number) => new Date(Math.floor(time / 60_000) * 60_000);
  const given = {
    title: 'Brought along',
    description: 'From before.',
    type: 'PvP',
    createdAt: new Date('2020-01-02T03:04:05Z'),
    creatorId: player.id,
    creatorRights: 0,
    communityManager: true,
    goingIds: [other.id, staff.id, other.id],
    interestedIds: [staff.id, player.id],
  };
  const bring = (startsAt: Date) =>
    transaction(site.deps.db, (trx) => importEvent(trx, { ...given, startsAt }));
  await publishBegunEvents(site.deps);
  const topics = recordTopics(site.deps.live);
  const [past, ahead] = [
    await bring(minute(Date.now() - 86_400_000)),
    await bring(minute(Date.now() + 86_400_000)),
  ];
  await publishBegunEvents(site.deps);
  expect(topics.take()).toBe('');
  await site.deps.live.publish(site.deps.db, { topic: 'events' });
  const event = (await list()).find(({ id }) => id === String(ahead))!;
  expect(event).toMatchObject({
    creatorId: 'Some Player',
    communityManager: true,
    zone: 'UTC',
    interested: ['Some Player'],
  });
  expect(event.going.toSorted()).toEqual(['Event Staff', 'Other One']);
  const rows = await site.deps.db
    .selectFrom('events')
    .select(['created_at', 'updated_at', 'is_begun_announced'])
    .where('id', 'in', [past, ahead])
    .orderBy('id')
    .execute();
  const times = { created_at: given.createdAt, updated_at: given.createdAt };
  expect(rows).toEqual([
    { ...times, is_begun_announced: true },
    { ...times, is_begun_announced: false },
  ]);
  for (const id of [past, ahead]) await remove(String(id), staff);
});

test('every change is published to open pages', async () => {
  const publishedIds: unknown[] = [];
  const unsubscribe = site.deps.live.subscribe({
    onMessage: ({ topic, data }) => topic === 'events' && publishedIds.push(data?.id),
    onResync() {},
  });
  const event = await createEvent();
  await put(event.id, draft({ title: 'Changed' }), staff);
  await mark(event.id, 'going', player);
  await mark(event.id, 'going', player);
  await remove(event.id, staff);
  unsubscribe();
  expect(publishedIds).toEqual([event.id, event.id, event.id, event.id]);
});
