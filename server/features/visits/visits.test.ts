import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { createLive } from '#server/lib/data/live.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { OwnNews } from '#shared/endpoints/visits.ts';
import { experienceOfLevel } from '#shared/rules/xp.ts';

let site: TestApp;
let player: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  count += 1;
  player = await site.addPlayer(`Visitor ${count}`);
});

async function look(app = site.app): Promise<OwnNews> {
  const answer = await app.inject(json('POST', '/api/account/visit', undefined, player));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function readNews(): Promise<OwnNews> {
  const headers = { cookie: player.cookie };
  return (await site.app.inject({ url: '/api/account/news', headers })).json();
}

/** Moves the last look back. Returns its new time. */
async function passMinutes(minutes: number): Promise<string> {
  const { seen_at } = await site.deps.db
    .updateTable('account_visits')
    .set({
      seen_at: sql<Date>`seen_at - make_interval(mins => ${minutes})`,
      last_visit_at: sql<Date>`last_visit_at - make_interval(mins => ${minutes})`,
    })
    .where('account_id', '=', player.id)
    .returning('seen_at')
    .executeTakeFirstOrThrow();
  return seen_at.toISOString();
}

/** Every skill has this level; Attack has its own. */
async function reportLevels(level: number, attack: number): Promise<void> {
  const tenths = (of: number) => experienceOfLevel(of) * 10;
  await sql`
    insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
    select ${player.username}, ${player.username.toLowerCase()}, array_agg(
      case name when 'Attack' then ${tenths(attack)}::bigint else ${tenths(level)}::bigint end
      order by position), 100, 1000, now()
    from skills
    on conflict (name_key) do update set experience = excluded.experience`.execute(site.deps.db);
}

test('the first look has no last visit, and a reload keeps it so', async () => {
  const { memberSince, ...first } = await look();
  expect(Date.parse(memberSince)).toBeGreaterThan(Date.now() - 60_000);
  expect(first).toEqual({
    since: null,
    isMuted: false,
    levels: [],
    deliveries: [],
    openPolls: [],
    events: [],
    nextEvent: null,
  });
  expect((await look()).since).toBeNull();
  await passMinutes(29);
  expect((await look()).since).toBeNull();
});

test('a visit ends after 30 minutes without a look', async () => {
  await look();
  const lastLook = await passMinutes(31);
  expect((await readNews()).since).toBeNull();
  expect((await look()).since).toBe(lastLook);
  // Looks keep the visit going, however long it takes.
  for (let number = 0; number < 3; number += 1) {
    await passMinutes(20);
    await look();
  }
  const { since } = await look();
  expect(Date.parse(lastLook) - Date.parse(since!)).toBe(60 * 60_000);
  const secondLook = await passMinutes(24 * 60);
  expect((await look()).since).toBe(secondLook);
});

test('reading without looking moves nothing', async () => {
  await look();
  await passMinutes(60);
  const before = await readNews();
  expect(await readNews()).toEqual(before);
  expect(before.since).toBeNull();
});

test('two tabs on two replicas begin one visit', async () => {
  const live = await createLive(site.deps.database);
  const other = await buildApp({ ...site.deps, live });
  await Promise.all([look(), look(other), look(), look(other)]);
  const lastLook = await passMinutes(45);
  const answers = await Promise.all([look(), look(other), look(), look(other)]);
  expect(answers.map(({ since }) => since)).toEqual(Array(4).fill(lastLook));
  await other.close();
  await live.close();
});

test('the levels from before the first visit are no news', async () => {
  await reportLevels(40, 69);
  expect(await look()).toMatchObject({ since: null, levels: [] });
  expect(await look()).toMatchObject({ since: null, levels: [] });
  await passMinutes(60);
  expect((await look()).levels).toEqual([]);
});

test('levels count from the last look of the visit before', async () => {
  await reportLevels(40, 69);
  await look();
  await reportLevels(40, 70);
  // Still the same visit: the new level has been seen.
  await look();
  await passMinutes(60);
  await reportLevels(41, 70);
  const { levels } = await look();
  expect(levels).toHaveLength(20);
  expect(levels[0]).toEqual({ skill: 'Defence', from: 40, to: 41 });
  // A reload shows the same.
  expect((await look()).levels).toEqual(levels);
});

test('a new character has won its levels since the start', async () => {
  await look();
  await passMinutes(60);
  await reportLevels(1, 5);
  expect((await look()).levels).toEqual([{ skill: 'Attack', from: 1, to: 5 }]);
});

test('a skill that begins at level ten has won only the levels above it', async () => {
  await look();
  await passMinutes(60);
  await reportLevels(12, 1);
  const { levels } = await look();
  expect(levels).toContainEqual({ skill: 'Hitpoints', from: 10, to: 12 });
  expect(levels).toContainEqual({ skill: 'Defence', from: 1, to: 12 });
});

test('deliveries since the last visit, open polls and own events are listed', async () => {
  const { db } = site.deps;
  await look();
  await passMinutes(60);
  await reportLevels(1, 1);
  await sql`
    update accounts set created_at = now() - interval '30 days' where id = ${player.id}`.execute(
    db,
  );
  const staff = await site.addPlayer(`Staff ${count}`, 2);
  await sql`alter table purchases disable trigger user`.execute(db);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  type Rest = { by?: number; to?: number; ends?: number };
  const deliver = (id: number, item: string, at: string, { by, to, ends }: Rest = {}) =>
    sql`
    insert into purchases (id, account_id, receiver_id, ends_id, shop_item_id, item_name, item_id, quantity, price,
      balance_after, took_stock, delivery_id, state, claimed_at, delivered_at)
    select ${id}, ${by ?? player.id}, ${to ?? null}::bigint, ${ends ?? null}::bigint, 1, ${item}, 7, ${id - 9000}, 5,
      0, false, gen_random_uuid(), 'delivered', ${at}, ${at}`.execute(db);
  await deliver(9001, 'Old robe', minutesAgo(120));
  await deliver(9002, 'New cape', minutesAgo(10));
  await deliver(9003, 'Latest hat', minutesAgo(5));
  await deliver(9004, 'Given away', minutesAgo(5), { to: staff.id });
  await deliver(9005, 'Given to me', minutesAgo(20), { by: staff.id, to: player.id });
  await deliver(9006, 'Of another', minutesAgo(5), { by: staff.id });
  await deliver(9007, 'End of a rank', minutesAgo(5), { ends: 9002 });
  await sql`alter table purchases enable trigger user`.execute(db);
  const addPoll = async (title: string, rules = '0, 0', end = '1 day') => {
    const { rows } = await sql<{ id: number }>`
      insert into polls (title, ends_at, min_account_age_days, min_total_level)
      values (${title}, now() + ${end}::interval, ${sql.raw(rules)}) returning id`.execute(db);
    return rows[0]!.id;
  };
  const ferry = await addPoll('Ferry?');
  const sooner = await addPoll('Old and high enough', '30, 100', '12 hours');
  await addPoll('For older accounts', '31, 0');
  await addPoll('For higher levels', '0, 101');
  await addPoll('Over', '0, 0', '-1 day');
  await sql`update polls set ended_at = now() where id = ${await addPoll('Ended early')}`.execute(
    db,
  );
  const inDays = (days: number) =>
    new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString();
  const addEvent = async (title: string, days: number) => {
    const body = { title, description: 'x', dateTime: inDays(days) };
    return (await site.app.inject(json('POST', '/api/events', body, staff))).json<{ id: string }>()
      .id;
  };
  const mark = (id: string, state: string, by = player) =>
    site.app.inject(json('PATCH', `/api/events/${id}/${state}`, {}, by));
  const [later, own] = [await addEvent('Later', 3), await addEvent('Own', 2)];
  const [next, past] = [await addEvent('Next', 1), await addEvent('Past', 1)];
  const gone = await addEvent('Gone', 0.5);
  for (const id of [later, own, past, gone]) await mark(id, 'going');
  await mark(next, 'interested');
  await mark(next, 'going', staff);
  await sql`update events set starts_at = date_trunc('minute', now()) where id = ${past}`.execute(
    db,
  );
  await sql`update events set deleted_at = now() where id = ${gone}`.execute(db);
  await sql`
    insert into sanctions (account_id, kind, reason, issued_by, source)
    values (${player.id}, 'mute', 'Spam', 'Warden', 'site'),
      (${staff.id}, 'mute', 'Spam', 'Warden', 'site')`.execute(db);
  const openPolls = [
    { id: String(sooner), title: 'Old and high enough' },
    { id: String(ferry), title: 'Ferry?' },
  ];
  expect(await look()).toMatchObject({
    isMuted: true,
    deliveries: [
      { item: 'Latest hat', quantity: 3 },
      { item: 'New cape', quantity: 2 },
      { item: 'Given to me', quantity: 5 },
    ],
    openPolls,
    events: [
      { id: own, title: 'Own', dateTime: inDays(2) },
      { id: later, title: 'Later', dateTime: inDays(3) },
    ],
    nextEvent: { id: next, title: 'Next', dateTime: inDays(1) },
  });
  await sql`
    insert into poll_past_voters (poll_id, account_id)
    values (${sooner}, ${player.id}), (${ferry}, ${staff.id})`.execute(db);
  await sql`
    update sanctions set expires_at = now() where account_id = ${player.id}`.execute(db);
  expect(await look()).toMatchObject({ openPolls: openPolls.slice(1), isMuted: false });
  await sql`insert into poll_questions (poll_id, position, question) values (${ferry}, 0, 'Where?')`.execute(
    db,
  );
  await sql`
    insert into poll_answers (poll_id, question, position, answer) values (${ferry}, 0, 0, 'Here')`.execute(
    db,
  );
  const vote = (id: number) =>
    sql`
    insert into poll_votes (poll_id, question, account_id, answer) values (${ferry}, 0, ${id}, 0)`.execute(
      db,
    );
  await vote(staff.id);
  expect((await look()).openPolls).toEqual(openPolls.slice(1));
  await vote(player.id);
  expect((await look()).openPolls).toEqual([]);
});

test('a player without a character may vote in polls that need no levels', async () => {
  await sql`
    insert into polls (title, ends_at, min_account_age_days, min_total_level)
    values ('For everyone', now() + interval '3 days', 0, 0),
      ('For characters', now() + interval '3 days', 0, 1)`.execute(site.deps.db);
  const titles = async () => (await look()).openPolls.map(({ title }) => title);
  expect(await titles()).toContain('For everyone');
  expect(await titles()).not.toContain('For characters');
  await reportLevels(1, 1);
  expect(await titles()).toContain('For characters');
});

test('a visitor without a session has no news', async () => {
  expect((await site.app.inject({ url: '/api/account/news' })).statusCode).toBe(401);
  const answer = await site.app.inject(json('POST', '/api/account/visit', undefined));
  expect(answer.statusCode).toBe(401);
});
