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

test('deliveries since the last visit, open polls and own events are listed', async () => {
  const { db } = site.deps;
  const old = new Date(Date.now() - 10 * 60_000).toISOString();
  await look();
  await passMinutes(60);
  await sql`alter table purchases disable trigger user`.execute(db);
  const deliver = (id: number, item: string, at: string) =>
    sql`
    insert into purchases (id, account_id, shop_item_id, item_name, item_id, quantity, price, balance_after,
      took_stock, delivery_id, state, claimed_at, delivered_at)
    select ${id}, ${player.id}, 1, ${item}, 7, 3, 5, 0, false, gen_random_uuid(), 'delivered', ${at}, ${at}`.execute(
      db,
    );
  await deliver(9001, 'Old robe', new Date(Date.now() - 120 * 60_000).toISOString());
  await deliver(9002, 'New cape', old);
  await sql`alter table purchases enable trigger user`.execute(db);
  const addPoll = (title: string, rules = '0, 0', end = '1 day') =>
    sql<{ id: number }>`
      insert into polls (title, ends_at, min_account_age_days, min_total_level)
      values (${title}, now() + ${end}::interval, ${sql.raw(rules)}) returning id`.execute(db);
  const { rows } = await addPoll('Ferry?');
  await addPoll('For old accounts', '30, 0');
  await addPoll('For high levels', '0, 500');
  await addPoll('Over', '0, 0', '-1 day');
  const staff = await site.addPlayer(`Staff ${count}`, 2);
  const inDays = (days: number) =>
    new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString();
  const addEvent = async (title: string, days: number) => {
    const body = { title, description: 'x', dateTime: inDays(days) };
    return (await site.app.inject(json('POST', '/api/events', body, staff))).json<{ id: string }>()
      .id;
  };
  const [next, own] = [await addEvent('Next', 1), await addEvent('Own', 2)];
  await site.app.inject(json('PATCH', `/api/events/${own}/going`, {}, player));
  await site.app.inject(json('PATCH', `/api/events/${next}/interested`, {}, player));
  await sql`
    insert into sanctions (account_id, kind, reason, issued_by, source)
    values (${player.id}, 'mute', 'Spam', 'Warden', 'site')`.execute(db);
  expect(await look()).toMatchObject({
    isMuted: true,
    deliveries: [{ item: 'New cape', quantity: 3 }],
    openPolls: [{ id: String(rows[0]!.id), title: 'Ferry?' }],
    events: [{ id: own, title: 'Own', dateTime: inDays(2) }],
    nextEvent: { id: next, title: 'Next', dateTime: inDays(1) },
  });
  await sql`insert into poll_past_voters (poll_id, account_id) values (${rows[0]!.id}, ${player.id})`.execute(
    db,
  );
  expect((await look()).openPolls).toEqual([]);
});

test('a visitor without a session has no news', async () => {
  expect((await site.app.inject({ url: '/api/account/news' })).statusCode).toBe(401);
  const answer = await site.app.inject(json('POST', '/api/account/visit', undefined));
  expect(answer.statusCode).toBe(401);
});
