import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSession } from '#server/features/accounts/sessions.service.ts';
import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

type Fan = { id: number; username: string; cookie: string };

let site: TestApp;
let fans: Fan[];
beforeAll(async () => {
  site = await openTestApp();
  fans = await addFans(sized(40, 200));
});
afterAll(() => site.close());

/** Inserts directly into the tables: hashing their passwords would take longer than the race. */
async function addFans(count: number): Promise<Fan[]> {
  const { db } = site.deps;
  const rows = await db
    .insertInto('accounts')
    .values(
      Array.from({ length: count }, (_, at) => ({
        username: `Fan ${at}`,
        username_key: `fan ${at}`,
        email: `fan${at}@example.test`,
        email_key: `fan${at}@example.test`,
        identity_provider: 'test',
        identity_id: `fan ${at}`,
      })),
    )
    .returning(['id', 'username'])
    .execute();
  const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt: new Date() };
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      cookie: `session=${await startSession(db, row.id, visitor)}`,
    })),
  );
}

async function createEvent(): Promise<GameEvent> {
  const staff = await site.addPlayer(`Host ${Math.random().toString(36).slice(2, 7)}`, 2);
  const dateTime = new Date(Date.now() + 86_400_000).toISOString();
  const body = { title: 'Race', description: 'Everybody at once.', type: 'PvP', dateTime };
  return (await site.app.inject(json('POST', '/api/events', body, staff))).json();
}

const setAttendance = (event: GameEvent, fan: Fan, action: string) =>
  site.app.inject(json('PATCH', `/api/events/${event.id}/${action}`, {}, fan));

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(
    site.deps.db,
  );
  return rows[0]!.deadlocks;
}

async function findListedEvent(id: string): Promise<GameEvent> {
  const events: GameEvent[] = (await site.app.inject({ url: '/api/events' })).json();
  return events.find((event) => event.id === id)!;
}

test('many people press Going, Interested and Unmark at once: one state each, exact counts, no deadlock', async () => {
  const event = await createEvent();
  // Earlier test files may have used the same database.
  const deadlocksBefore = await countDeadlocks();
  const actions = ['going', 'interested', 'unmark'];
  for (const turn of [0, 1, 2]) {
    const answers = await Promise.all(
      fans.map((fan, at) => setAttendance(event, fan, actions[(at + turn) % 3]!)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
  const { going, interested } = await findListedEvent(event.id);
  const lastPressed = (state: string) =>
    fans.filter((_, at) => actions[(at + 2) % 3] === state).map(({ username }) => username);
  expect(going.toSorted()).toEqual(lastPressed('going').toSorted());
  expect(interested.toSorted()).toEqual(lastPressed('interested').toSorted());
  expect(await countDeadlocks()).toBe(deadlocksBefore);
});

test('concurrent requests of one person leave one state', async () => {
  const event = await createEvent();
  const actions = ['going', 'interested', 'unmark'];
  const few = fans.slice(0, sized(15, 40));
  const answers = await Promise.all(
    few.flatMap((fan, at) =>
      actions.map((_, turn) => setAttendance(event, fan, actions[(at + turn) % 3]!)),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const { going, interested } = await findListedEvent(event.id);
  expect(new Set([...going, ...interested]).size).toBe(going.length + interested.length);
  const rows = await site.deps.db
    .selectFrom('event_attendance')
    .select(['account_id', 'state'])
    .where('event_id', '=', Number(event.id))
    .execute();
  expect(going.length).toBe(rows.filter(({ state }) => state === 'going').length);
  expect(interested.length).toBe(rows.filter(({ state }) => state === 'interested').length);
});

test('the last request of each of many people counts while staff edit the event', async () => {
  const event = await createEvent();
  const staff = await site.addPlayer('Busy Editor', 2);
  const last = ['going', 'interested', 'unmark'] as const;
  const edits = Array.from({ length: 10 }, (_, at) => {
    const body = { ...event, sequence: undefined, title: `Race ${at}` };
    return site.app.inject(json('PUT', `/api/events/${event.id}`, body, staff));
  });
  await Promise.all([
    ...fans.map(async (fan, at) => {
      await setAttendance(event, fan, 'going');
      const answer = await setAttendance(event, fan, last[at % 3]!);
      expect(answer.statusCode).toBe(200);
    }),
    ...edits.map(async (edit) => expect((await edit).statusCode).toBe(200)),
  ]);
  const { going, interested, sequence } = await findListedEvent(event.id);
  const expected = (state: string) =>
    fans.filter((_, at) => last[at % 3] === state).map(({ username }) => username);
  expect(going.toSorted()).toEqual(expected('going').toSorted());
  expect(interested.toSorted()).toEqual(expected('interested').toSorted());
  expect(sequence).toBe(10);
});

test('many people unmark at once, and the lists are empty', async () => {
  const event = await createEvent();
  await Promise.all(fans.map((fan) => setAttendance(event, fan, 'going')));
  expect((await findListedEvent(event.id)).going).toHaveLength(fans.length);
  await Promise.all(fans.map((fan) => setAttendance(event, fan, 'unmark')));
  expect(await findListedEvent(event.id)).toMatchObject({ going: [], interested: [] });
});
