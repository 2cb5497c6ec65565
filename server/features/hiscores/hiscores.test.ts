import { JSDOM } from 'jsdom';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { imposeSanction } from '#server/features/sanctions/sanctions.service.ts';
import { giveCoins } from '#server/features/shop/testing/shop.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { HiscoresPage, HiscoresPlayer, HiscoresRecord } from '#shared/endpoints/hiscores.ts';

import { hiscoreSettings } from './hiscores.settings.ts';
import { ingestStats } from './ingest.service.ts';
import { defaultLists, reportOf } from './testing/hiscores.ts';

let test: TestApp;
let admin: TestPlayer;
let zed: TestPlayer;

/** 60 players with Attack 61,000 down to 2,000; Zed, a moderator with an account, is far above. */
beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await test.addPlayer('Boss', 3);
  zed = await test.addPlayer('zed_the mod', 1);
  const reports = Array.from({ length: 60 }, (_, at) =>
    reportOf(`Soldier ${at + 1}`, { Attack: (61 - at) * 1_000 + 0.7 }),
  );
  await ingestStats(test.deps, { reports });
  await ingestStats(test.deps, {
    reports: [
      reportOf('ZED THE-MOD', { Attack: 13_034_431, Hitpoints: 1_200.5 }),
      reportOf('Boss', { Attack: 200_000_000 }),
      reportOf('Newcomer'),
    ],
  });
});
afterAll(() => test.close());

async function get<T>(url: string, player?: TestPlayer): Promise<T> {
  const answer = await test.app.inject({ url, headers: player ? { cookie: player.cookie } : {} });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

async function refusal(url: string) {
  const answer = await test.app.inject({ url });
  return { status: answer.statusCode, ...answer.json<{ error: string; code: string }>() };
}

describe('a page of a list', () => {
  it('has 25 rows with rank, name, level and experience', async () => {
    const page = await get<HiscoresPage>('/api/hiscores?skill=Attack&page=1');
    expect(page).toMatchObject({ skill: 'Attack', page: 1, pages: 3, total: 61 });
    expect(page.players).toHaveLength(25);
    expect(page.players[0]).toEqual({
      rank: 1,
      username: 'Zed_The Mod',
      level: 99,
      experience: 13_034_431,
      user_rights: 1,
      totalLevel: 99 + 10 + 19,
      totalExp: 13_034_431 + 1_200.5,
    });
    expect(page.players[1]).toMatchObject({ rank: 2, username: 'Soldier 1', experience: 61_000.7 });
  });

  it('continues after the previous page and stops at the end of the list', async () => {
    const last = await get<HiscoresPage>('/api/hiscores?skill=Attack&page=3');
    expect(last.players.map(({ rank }) => rank)).toEqual(
      Array.from({ length: 11 }, (_, at) => 51 + at),
    );
    const beyond = await get<HiscoresPage>('/api/hiscores?skill=Attack&page=99');
    expect(beyond).toMatchObject({ players: [], pages: 3, total: 61 });
  });

  it('shows total level and total experience for Overall', async () => {
    const page = await get<HiscoresPage>('/api/hiscores?page=1');
    expect(page.skill).toBe('Overall');
    expect(page.players[0]).toMatchObject({ level: 128, experience: 13_034_431 + 1_200.5 });
  });

  it('is empty for a skill that nobody has trained', async () => {
    const page = await get<HiscoresPage>('/api/hiscores?skill=Farming');
    expect(page).toEqual({ skill: 'Farming', players: [], page: 1, pages: 1, total: 0 });
  });

  it('is the first one for page 0', async () => {
    const page = await get<HiscoresPage>('/api/hiscores?skill=Attack&page=0');
    expect(page).toEqual(await get<HiscoresPage>('/api/hiscores?skill=Attack&page=1'));
  });

  it('may be read by the scripts of other sites, unlike those of an account or an admin', async () => {
    const originOf = async (url: string) =>
      (await test.app.inject({ url })).headers['access-control-allow-origin'];
    expect(await originOf('/api/hiscores?page=1')).toBe('*');
    for (const url of ['/api/account/followed', '/api/admin/hiscores/modes', '/hiscores']) {
      expect([url, await originOf(url)]).toEqual([url, undefined]);
    }
  });

  it('is refused for an unknown skill or page', async () => {
    expect(await refusal('/api/hiscores?skill=Sailing')).toMatchObject({ status: 400 });
    expect(await refusal('/api/hiscores?skill=Attack&page=-1')).toMatchObject({ status: 400 });
  });

  it('is up to date right after a report', async () => {
    const before = await get<HiscoresPage>('/api/hiscores?skill=Slayer');
    await ingestStats(test.deps, { reports: [reportOf('Hunter', { Slayer: 500 })] });
    const after = await get<HiscoresPage>('/api/hiscores?skill=Slayer');
    expect([before.total, after.total]).toEqual([0, 1]);
  });
});

describe('the whole list', () => {
  it('is an array of every listed player with all skills', async () => {
    const players = await get<HiscoresPlayer[]>('/api/hiscores');
    expect(players.length).toBeGreaterThanOrEqual(62);
    expect(players.map(({ username }) => username)).not.toContain('Boss');
    const newcomer = players.find(({ username }) => username === 'Newcomer');
    expect(newcomer).toMatchObject({ totalLevel: 30, totalExp: 1_154, user_rights: 0 });
    expect(newcomer?.playerStats.map(({ skill }) => skill)).toEqual(defaultLists.slice(1));
    expect(newcomer?.playerStats[0]).toEqual({ skill: 'Attack', level: 1, experience: 0 });
    expect(newcomer?.playerStats[3]).toEqual({ skill: 'Hitpoints', level: 10, experience: 1_154 });
  });
});

describe('one player', () => {
  it('is in the whole list once, also after the first 500', async () => {
    const { db } = test.deps;
    await sql`
      insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
      select 'Extra ' || n, 'extra ' || n, (select array_agg(0::bigint) from skills), 30, n, now()
      from generate_series(1, 450) as n`.execute(db);
    await sql`update players set is_listed = false where name = 'Extra 450'`.execute(db);
    const players = await get<HiscoresPlayer[]>('/api/hiscores');
    const names = players.map(({ username }) => username);
    const { rows } = await sql<{ name: string }>`
      select name from players where is_listed order by id`.execute(db);
    await sql`delete from players where name like 'Extra %'`.execute(db);
    expect(names.length).toBeGreaterThan(500);
    expect(names).toHaveLength(rows.length);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain('Extra 450');
    expect(players.at(-1)).toMatchObject({ username: 'Extra 449', totalExp: 44.9 });
  });

  it('is found in any spelling, with ranks, totals and combat level', async () => {
    const record = await get<HiscoresRecord>('/api/hiscores/user/ZED-THE%20MOD');
    expect(record).toMatchObject({
      username: 'Zed_The Mod',
      user_rights: 1,
      rank: 1,
      totalLevel: 128,
      combatLevel: Math.floor(0.25 * 11 + 0.325 * 100),
    });
    expect(record.playerStats[0]).toMatchObject({ skill: 'Attack', rank: 1, level: 99 });
    expect(record.playerStats[5]).toEqual({ skill: 'Prayer', level: 1, experience: 0, rank: null });
  });

  it('shows email, coins, bans and infractions only to the player and admins', async () => {
    const url = '/api/hiscores/user/zed_the%20mod';
    const fields = ['email', 'wyncoins', 'muted', 'banned', 'infractions'];
    const stranger = await test.addPlayer('Stranger');
    for (const caller of [undefined, stranger]) {
      const shown = Object.keys(await get<object>(url, caller));
      expect(fields.filter((field) => shown.includes(field))).toEqual([]);
    }
    const read = async (caller: TestPlayer) => {
      const record = await get<Record<string, unknown>>(url, caller);
      return Object.fromEntries(fields.map((field) => [field, record[field]]));
    };
    const details = {
      email: zed.email,
      wyncoins: 0,
      muted: false,
      banned: false,
      infractions: [],
    };
    for (const caller of [zed, admin]) expect(await read(caller)).toEqual(details);
    const { db } = test.deps;
    await giveCoins(test, zed, 25);
    await giveCoins(test, stranger, 40);
    const expired = new Date(Date.now() - 1000);
    const sanction = (
      account_id: number,
      kind: 'mute' | 'ban',
      expires_at: Date | null = null,
    ) => ({
      account_id,
      kind,
      expires_at,
      reason: 'Spam',
      source: 'site' as const,
      issued_by: 'Boss',
      issued_at: new Date(Date.now() - 60_000),
    });
    await db
      .insertInto('sanctions')
      .values([
        sanction(zed.id, 'mute'),
        sanction(zed.id, 'ban', expired),
        sanction(stranger.id, 'ban'),
      ])
      .execute();
    const note = (account_id: number, text: string) => ({
      account_id,
      note: text,
      noted_by: 'Boss',
    });
    await db
      .insertInto('infractions')
      .values([note(zed.id, 'First'), note(stranger.id, 'Not yours'), note(zed.id, 'Second')])
      .execute();
    const other = await test.addPlayer('Other Staff', 2);
    const shown = Object.keys(await get<object>(url, other));
    expect(fields.filter((field) => shown.includes(field))).toEqual([]);
    for (const caller of [zed, admin]) {
      expect(await read(caller)).toEqual({
        ...details,
        wyncoins: 25,
        muted: true,
        infractions: ['Second', 'First'],
      });
    }
  });

  it('is kept by no cache that others use, because the answer depends on the reader', async () => {
    const { headers } = await test.app.inject({ url: '/api/hiscores/user/zed_the%20mod' });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('tells admins of a ban, which is not that of another, and has no account to show without one', async () => {
    const player = await test.addPlayer('Outcast');
    await ingestStats(test.deps, { reports: [reportOf('Outcast')] });
    await test.deps.db
      .insertInto('sanctions')
      .values({
        account_id: player.id,
        kind: 'ban',
        reason: 'Spam',
        source: 'site',
        issued_by: 'Boss',
      })
      .execute();
    const none = { muted: false, infractions: [] };
    expect(await get('/api/hiscores/user/outcast', admin)).toMatchObject({
      ...none,
      email: player.email,
      banned: true,
    });
    const unregistered = await get<object>('/api/hiscores/user/soldier%208', admin);
    expect(unregistered).toMatchObject({ ...none, banned: false });
    expect(unregistered).not.toHaveProperty('email');
  });

  it('has a page that says the rank and the total level, under one address', async () => {
    const readPage = async (query: string) => {
      const { body } = await test.app.inject({ url: `/hiscores${query}` });
      const { document } = new JSDOM(body).window;
      return [
        document.querySelector('meta[name="description"]')?.getAttribute('content'),
        document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      ];
    };
    const url = 'http://localhost:3000/hiscores';
    expect(await readPage('?player=ZED-THE%20MOD')).toEqual([
      'Rank 1, total level 128, 13,035,631 experience.',
      `${url}?player=Zed_The+Mod`,
    ]);
    expect(await readPage('?player=newcomer')).toEqual([
      'Not ranked, total level 30, 1,154 experience.',
      `${url}?player=Newcomer`,
    ]);
    expect(await readPage('?compare=newcomer,zed-the%20mod')).toEqual([
      'Newcomer has total level 30, Zed_The Mod 128.',
      `${url}?compare=Newcomer%2CZed_The+Mod`,
    ]);
  });

  it('is a 404 until the game has reported the player, with or without an account', async () => {
    await test.addPlayer('Idle');
    for (const name of ['idle', 'nobody', '%2500', '%27%20or%201']) {
      expect(await refusal(`/api/hiscores/user/${name}`)).toMatchObject({
        status: 404,
        code: 'hiscores/no-data',
      });
    }
  });

  it('has no ranks without any training', async () => {
    const record = await get<HiscoresRecord>('/api/hiscores/user/newcomer');
    expect(record).toMatchObject({ rank: null, totalLevel: 30, combatLevel: 3 });
  });
});

describe('staff', () => {
  it('are excluded from the lists unless the setting includes them', async () => {
    const top = async () =>
      (await get<HiscoresPage>('/api/hiscores?skill=Attack')).players[0]?.username;
    expect(await top()).toBe('Zed_The Mod');
    expect(await get<HiscoresRecord>('/api/hiscores/user/boss')).toMatchObject({ rank: null });
    await setSetting(test.deps, hiscoreSettings.excludeStaff, { value: false, by: null });
    await expect.poll(top).toBe('Boss');
    expect(await get<HiscoresRecord>('/api/hiscores/user/boss')).toMatchObject({ rank: 1 });
    await setSetting(test.deps, hiscoreSettings.excludeStaff, { value: true, by: null });
    await expect.poll(top).toBe('Zed_The Mod');
  });
});

describe('banned players', () => {
  it('are excluded from the lists unless the setting includes them', async () => {
    const player = await test.addPlayer('Cheater');
    await ingestStats(test.deps, { reports: [reportOf('Cheater', { Attack: 190_000_000 })] });
    const top = async () =>
      (await get<HiscoresPage>('/api/hiscores?skill=Attack')).players[0]?.username;
    expect(await top()).toBe('Cheater');
    const { deps } = test;
    await transaction(deps.db, (trx) =>
      imposeSanction(deps, trx, {
        accountId: player.id,
        kind: 'ban',
        reason: 'Cheating',
        expiresAt: null,
        source: 'site',
        issuedBy: 'Boss',
      }),
    );
    await expect.poll(top).toBe('Zed_The Mod');
    await setSetting(deps, hiscoreSettings.excludeBanned, { value: false, by: null });
    await expect.poll(top).toBe('Cheater');
    // The staff stays excluded.
    expect(await get<HiscoresRecord>('/api/hiscores/user/boss')).toMatchObject({ rank: null });
    await deps.db.deleteFrom('settings').where('key', '=', 'hiscores.exclude_banned').execute();
    await expect.poll(top).toBe('Zed_The Mod');
    await deps.db.deleteFrom('players').where('name_key', '=', 'cheater').execute();
  });
});

describe('comparing', () => {
  it('returns both records, ignoring case', async () => {
    const { players } = await get<{ players: HiscoresRecord[] }>(
      '/api/hiscores/compare?a=SOLDIER%201&b=soldier_2',
    );
    expect(players.map(({ username }) => username)).toEqual(['Soldier 1', 'Soldier 2']);
  });

  it('is refused unless both players are known', async () => {
    expect(await refusal('/api/hiscores/compare?a=soldier%201&b=nobody')).toMatchObject({
      status: 404,
      error: 'One or both players not found.',
    });
    expect(await refusal('/api/hiscores/compare?a=soldier%201&b=')).toMatchObject({ status: 400 });
  });
});

describe('searching', () => {
  const search = async (name: string) => {
    const url = `/api/hiscores/search?name=${encodeURIComponent(name)}`;
    const { players } = await get<{ players: { username: string }[] }>(url);
    return players.map(({ username }) => username);
  };

  it('finds names by prefix, in any spelling', async () => {
    expect(await search('ZED')).toContain('Zed_The Mod');
    expect(await search('zed the')).toContain('Zed_The Mod');
    expect(await search('sold')).toEqual(
      [1, 10, 11, 12, 13, 14, 15, 16].map((at) => `Soldier ${at}`),
    );
  });

  it('finds a name once that begins with the text and is similar to it', async () => {
    expect(await search('zed the mod')).toEqual(['Zed_The Mod']);
  });

  it('finds names with a typo', async () => {
    expect(await search('newcommer')).toContain('Newcomer');
  });

  it('finds nothing for symbols and does not treat them as a pattern', async () => {
    for (const name of ['%', '_', '%%%', '\\', '*']) expect(await search(name)).toEqual([]);
  });

  it('leaves out players who are excluded from the lists', async () => {
    expect(await search('boss')).toEqual([]);
  });
});

describe('existing tools', () => {
  const path = '/m=hiscore_oldschool/index_lite';
  const list = '/m=hiscore_oldschool/overall';

  it('read a player as JSON, every skill in order, from any site', async () => {
    const answer = await test.app.inject({ url: `${path}.json?player=zed_the_mod` });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const { skills: rows, activities } = answer.json<LiteAnswer>();
    expect(activities).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual([...defaultLists.slice(0, -1), 'Runecraft']);
    expect(rows.map(({ id }) => id)).toEqual(defaultLists.map((_, id) => id));
    expect(rows[0]).toEqual({ id: 0, name: 'Overall', rank: 1, level: 128, xp: 13_035_631 });
    expect(rows[6]).toEqual({ id: 6, name: 'Prayer', rank: -1, level: 1, xp: 0 });
  });

  it('read a player as lines of rank, level and experience', async () => {
    const answer = await test.app.inject({ url: `${path}.ws?player=Zed%20The%20Mod` });
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const stats = parseLikeTrackers(answer.body);
    expect(stats.overall).toEqual({ rank: 1, level: 128, xp: 13_035_631 });
    expect(stats.attack).toEqual({ rank: 1, level: 99, xp: 13_034_431 });
    expect(stats.runecraft).toEqual({ rank: -1, level: 1, xp: 0 });
  });

  it('get a line for each later skill and activity of the current game', async () => {
    const answer = await test.app.inject({ url: `${path}.ws?player=Zed%20The%20Mod` });
    const { skills: read, activities } = parseLikeStrictClients(answer.body);
    expect(read[1]).toEqual([1, 99, 13_034_431]);
    expect(read.slice(defaultLists.length)).toEqual([
      [-1, -1, -1],
      [-1, -1, -1],
      [-1, -1, -1],
    ]);
    // The clients of 2026 read between 88 and 100 activities.
    expect(activities).toEqual(Array.from({ length: 100 }, () => [-1, -1]));
  });

  it('read a list as rows of rank, name, level and experience', async () => {
    const answer = await test.app.inject({ url: `${list}.ws?table=1&page=2` });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
    });
    const rows = scrapeRows(answer.body);
    expect(rows).toHaveLength(25);
    expect(rows[0]).toEqual({ rank: 26, name: 'Soldier 25', level: 39, xp: 37_000 });
    expect(answer.body).toContain('href="overall.ws?table=1&amp;page=3"');
  });

  it('get links to the pages before and after, as far as there are any', async () => {
    const linksOf = async (page: number) => {
      const { body } = await test.app.inject({ url: `${list}.ws?table=1&page=${page}` });
      return [...body.matchAll(/&amp;page=(\d+)"/g)].map(([, to]) => Number(to));
    };
    const first = await test.app.inject({ url: '/api/hiscores?skill=Attack' });
    const { pages } = first.json<{ pages: number }>();
    expect(await linksOf(1)).toEqual([2]);
    expect(await linksOf(2)).toEqual([1, 3]);
    expect(await linksOf(pages)).toEqual([pages - 1]);
  });

  it('read the same list again from the cache, with the same type', async () => {
    const first = await test.app.inject({ url: `${list}.ws?table=0` });
    const second = await test.app.inject({ url: `${list}.ws?table=0` });
    expect(second.body).toBe(first.body);
    expect(second.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('find the page of a player, whose name is marked, or of a rank', async () => {
    const answer = await test.app.inject({ url: `${list}.ws?table=1&user=SOLDIER_40` });
    expect(scrapeRows(answer.body)[0]).toMatchObject({ rank: 26 });
    expect(scrapeMarkedName(answer.body)).toBe('Soldier 40');
    const byRank = await test.app.inject({ url: `${list}.ws?table=1&rank=51` });
    expect(scrapeRows(byRank.body)[0]).toMatchObject({ rank: 51, name: 'Soldier 50' });
  });

  it('of 2026 read a list with one cell before the rank, and the name of a player from its link', async () => {
    const answer = await test.app.inject({ url: `${list}.ws?table=1&user=SOLDIER_40` });
    const { document } = new JSDOM(answer.body).window;
    const row = document.querySelector('tr.personal-hiscores__row--type-highlight');
    const cells = [...(row?.children ?? [])].map((cell) => cell.textContent);
    expect(row?.querySelector('a[href*="user1="]')?.innerHTML).toBe('Soldier 40');
    expect(
      [cells[1], cells[3], cells[4]].map((text) => parseInt(text!.replaceAll(/[\n,]/g, ''), 10)),
    ).toEqual([41, 34, 22_000]);
    expect(cells).toHaveLength(5);
  });

  it('are told that a player is not in the list, without markup of the caller', async () => {
    const answer = await test.app.inject({ url: `${list}.ws?table=1&user=%3Cb%3Ex` });
    expect(answer.body).toContain('No player "&lt;b&gt;x" found');
    expect(scrapeMarkedName(answer.body)).toBeUndefined();
  });

  it('get an empty list for skills and activities that this game does not have', async () => {
    for (const query of [`table=${defaultLists.length}`, 'category_type=1&table=3']) {
      const answer = await test.app.inject({ url: `${list}.ws?${query}` });
      expect(answer.statusCode).toBe(200);
      expect(scrapeRows(answer.body)).toEqual([]);
    }
    expect((await test.app.inject({ url: `${list}.ws?table=-1` })).statusCode).toBe(400);
  });

  it('are sent on from the addresses that the original list links to', async () => {
    const location = async (url: string) => (await test.app.inject({ url })).headers['location'];
    expect(await location(`${list}?table=1&page=2`)).toBe(`${list}.ws?table=1&page=2`);
    expect(await location('/m=hiscore_oldschool/hiscorepersonal?user1=A%26b')).toBe(
      '/hiscores?player=A%26b',
    );
  });

  it('get a 404 for an unknown player', async () => {
    for (const form of ['json', 'ws']) {
      const answer = await test.app.inject({ url: `${path}.${form}?player=nobody` });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('find the endpoints in the API document', async () => {
    const { paths } = (await test.app.inject({ url: '/api/openapi.json' })).json<{
      paths: object;
    }>();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        `${path}.json`,
        `${path}.ws`,
        `${list}.ws`,
        '/api/hiscores',
        '/api/hiscores/gains',
      ]),
    );
  });
});

type LiteAnswer = {
  skills: { id: number; name: string; rank: number; level: number; xp: number }[];
  activities: unknown[];
};

/** Parses like osrs-json-hiscores: lines by position, each cell a number. */
function parseLikeTrackers(csv: string) {
  const order = [...defaultLists.slice(0, -1), 'Runecraft'].map((name) => name.toLowerCase());
  const lines = csv.split('\n').filter((line) => !!line);
  return Object.fromEntries(
    order.map((name, at) => {
      const [rank, level, xp] = (lines[at] ?? '').split(',').map(Number);
      return [name, { rank, level, xp }];
    }),
  );
}

/**
 * Reads a list like osrs-json-hiscores 2.25: rows by class; the rank is the first cell, level and
 * experience are the cells after the name's. Line breaks and commas are removed from numbers.
 */
function scrapeRows(html: string) {
  const { document } = new JSDOM(html).window;
  const numberOf = (cell: { innerHTML: string } | null) =>
    parseInt(cell?.innerHTML.replaceAll(/[\n|,]/g, '') ?? '-1', 10);
  return [...document.querySelectorAll('.personal-hiscores__row')].map((row) => ({
    rank: numberOf(row.querySelector('td')),
    name: row.querySelector('td a')?.textContent,
    level: numberOf(row.querySelector('td.left + td')),
    xp: numberOf(row.querySelector('td.left + td + td')),
  }));
}

/** Reads the spelling of a name like osrs-json-hiscores: the second text in this colour. */
function scrapeMarkedName(html: string): string | undefined {
  const { document } = new JSDOM(html).window;
  return document.querySelectorAll('span[style="color:#AA0022;"]')[1]?.innerHTML;
}

/** Reads a player like runescape-api and oldschooljs: every line of the current game must be there. */
function parseLikeStrictClients(text: string) {
  const lines = text.split('\n');
  const cells = (at: number) => {
    const line = lines[at];
    if (line === undefined) throw new TypeError(`There is no line ${at}.`);
    return line.split(',').map(Number);
  };
  const laterSkills = ['Hunter', 'Construction', 'Sailing'];
  const skillCount = defaultLists.length + laterSkills.length;
  return {
    skills: Array.from({ length: skillCount }, (_, at) => cells(at)),
    activities: Array.from({ length: 100 }, (_, at) => cells(skillCount + at)),
  };
}
