import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { features } from '#server/feature-list.ts';
import { giveCoins } from '#server/features/shop/testing/shop.ts';
import { sealText } from '#server/lib/secrets/sealed-text.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { DiscordLink, RoleRule } from '#shared/endpoints/discord.ts';

import { discordPersonalData } from './discord.personal-data.ts';
import { settleRoles } from './roles.service.ts';
import {
  fakeBot,
  fakeClient,
  fakeGuild,
  startFakeDiscord,
  tooMany,
} from './testing/fake-discord.ts';
import type { FakeDiscord } from './testing/fake-discord.ts';

let fake: FakeDiscord;
let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
let number = 0;
beforeAll(async () => {
  fake = await startFakeDiscord();
  site = await openTestApp({ settings: { DISCORD_API_URL: fake.url } });
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(async () => {
  number += 1;
  player = await site.addPlayer(`Walker ${number}`);
  await sql`truncate discord_links, discord_members, discord_limits`.execute(site.deps.db);
  fake.members.clear();
  fake.requests.length = 0;
  await setUp([]);
});

const roleIds = {
  linked: '800000000000000001',
  staff: '800000000000000002',
  donor: '800000000000000003',
};
const manual = '800000000000000009';
const idOf = (n = number) => `6000000000000${String(n).padStart(5, '0')}`;

async function setUp(roles: RoleRule[]): Promise<void> {
  const body = {
    guildId: fakeGuild,
    showsOnline: false,
    clientId: fakeClient.id,
    clientSecret: fakeClient.secret,
    botToken: fakeBot,
    roles,
  };
  const answer = await site.app.inject(json('PUT', '/api/admin/discord/app', body, admin));
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.body).not.toContain(fakeClient.secret);
}

async function start(as = player): Promise<string> {
  const answer = await site.app.inject(json('POST', '/api/discord/link', undefined, as));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ url: string }>().url;
}

async function goBack(address: string, as = player): Promise<string | undefined> {
  const { pathname, search } = new URL(address);
  const answer = await site.app.inject({ url: pathname + search, headers: { cookie: as.cookie } });
  expect(answer.statusCode).toBe(303);
  return String(answer.headers.location).replace('/profile/settings#discord-', '');
}

async function link(as = player, id = idOf()): Promise<string | undefined> {
  return goBack(fake.agree(await start(as), { id, username: `walker.${id.slice(-3)}` }), as);
}

async function get<T>(url: string, as: TestPlayer): Promise<T> {
  return (await site.app.inject({ url, headers: { cookie: as.cookie } })).json();
}

async function readLink(as = player): Promise<DiscordLink> {
  return get('/api/discord/link', as);
}

describe('linking', () => {
  test('asks only for the identity, with state and proof, and stores no token', async () => {
    const address = new URL(await start());
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      scope: 'identify',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${site.deps.config.siteUrl}/api/discord/callback`,
    });
    expect(await link()).toBe('linked');
    expect(await readLink()).toMatchObject({
      isAvailable: true,
      name: `walker.${idOf().slice(-3)}`,
    });
    expect(fake.requests.at(-1)).toBe('POST /oauth2/token/revoke');
    const page = await get(`/api/admin/users/${encodeURIComponent(player.username)}`, admin);
    expect(page).toMatchObject({ discordName: `walker.${idOf().slice(-3)}` });
  });

  test('works once, and only in the session that began it', async () => {
    const other = await site.addPlayer(`Thief ${number}`);
    const back = fake.agree(await start(), { id: idOf(), username: 'walker' });
    expect(await goBack(back, other)).toBe('failed');
    expect(await readLink(other)).toMatchObject({ name: null });
    const forged = back.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`);
    expect(await goBack(forged)).toBe('failed');
    expect(await goBack(back)).toBe('linked');
    expect(await goBack(back)).toBe('failed');
    const canceled = new URL(await start()).searchParams.get('state');
    expect(
      await goBack(`http://x/api/discord/callback?error=access_denied&state=${canceled}`),
    ).toBe('canceled');
  });

  test('refuses a Discord account of another player, who keeps it', async () => {
    const other = await site.addPlayer(`Second ${number}`);
    expect(await link()).toBe('linked');
    expect(await link(other, idOf(900))).toBe('linked');
    expect(await link(other, idOf())).toBe('taken');
    expect(await readLink(other)).toMatchObject({ name: 'walker.900' });
    expect(await readLink()).toMatchObject({ name: expect.any(String) as string });
  });

  test('ends for one player, and is refused to one whose account will be deleted', async () => {
    const other = await site.addPlayer(`Third ${number}`);
    await link();
    await link(other, idOf(901));
    await site.app.inject(json('DELETE', '/api/discord/link', undefined, player));
    expect([await readLink(), await readLink(other)]).toMatchObject([
      { name: null },
      { name: 'walker.901' },
    ]);
    // The same player may link another account, which replaces the first.
    expect(await link(other, idOf(902))).toBe('linked');
    const { rows } = await sql`
      select account_id, discord_id, name from discord_links`.execute(site.deps.db);
    expect(rows).toEqual([{ account_id: other.id, discord_id: idOf(902), name: 'walker.902' }]);
    const back = fake.agree(await start(), { id: idOf(), username: 'walker' });
    await sql`
      update accounts set delete_after = now() + interval '1 day' where id = ${player.id}`.execute(
      site.deps.db,
    );
    expect(await goBack(back)).toBe('failed');
    expect(await readLink()).toMatchObject({ name: null });
  });

  test('shows the name that the player chose at Discord, and links nothing after a wrong answer', async () => {
    const user = { id: idOf(), username: 'walker', global_name: 'W'.repeat(70) };
    expect(await goBack(fake.agree(await start(), user))).toBe('linked');
    expect(await readLink()).toEqual({ isAvailable: true, name: 'W'.repeat(64) });
    const wrong = { id: 'x', username: 'walker' };
    expect(await goBack(fake.agree(await start(), wrong))).toBe('failed');
    expect(await readLink()).toMatchObject({ name: 'W'.repeat(64) });
  });

  test('needs a session, tells open pages, and gives back the token also if it fails', async () => {
    const back = fake.agree(await start(), { id: idOf(), username: 'walker' });
    const { pathname, search } = new URL(back);
    const visitor = await site.app.inject({ url: pathname + search });
    expect(visitor.headers.location).toBe('/profile/settings#discord-failed');
    expect(visitor.headers['cache-control']).toBe('no-store');
    expect(fake.requests).toEqual([]);
    const wrong = fake.agree(await start(), { id: 'x', username: 'walker' });
    expect(await goBack(wrong)).toBe('failed');
    expect(fake.requests).toEqual([
      'POST /oauth2/token',
      'GET /users/@me',
      'POST /oauth2/token/revoke',
    ]);
    const topics = recordTopics(site.deps.live);
    expect(await goBack(back)).toBe('linked');
    expect(topics.take(player)).toBe('me');
    const overview = await get('/api/admin/discord', admin);
    expect(overview).toMatchObject({ linkedAccounts: 1, failures: [] });
  });

  test('is not offered without a client', async () => {
    const body = {
      guildId: '',
      showsOnline: false,
      clientId: '',
      roles: [],
    };
    const saved = await site.app.inject(json('PUT', '/api/admin/discord/app', body, admin));
    expect(saved.json()).toMatchObject({ hasClientSecret: false, hasBotToken: false });
    expect(await readLink()).toMatchObject({ isAvailable: false });
    const answer = await site.app.inject(json('POST', '/api/discord/link', undefined, player));
    expect(answer.statusCode).toBe(404);
  });
});

describe('roles', () => {
  const rule = (reason: 'linked' | 'staff' | 'donor', coins = 0): RoleRule => ({
    roleId: roleIds[reason],
    reason,
    coins,
  });
  const settle = () => settleRoles(site.deps);
  const rolesOf = () => [...(fake.members.get(idOf()) ?? [])].toSorted();
  const join = (...roles: string[]) => fake.members.set(idOf(), new Set(roles));

  test('are given when their reason begins, and taken when it ends', async () => {
    await setUp([rule('linked'), rule('staff'), rule('donor', 500)]);
    join(manual);
    await link();
    await settle();
    expect(rolesOf()).toEqual([roleIds.linked, manual]);
    await sql`update accounts set user_rights = 2 where id = ${player.id}`.execute(site.deps.db);
    await giveCoins(site, player, 9000);
    await sql`
      select move_coins(${player.id}, 'topup', 'order 1', 600, 'topups', '')`.execute(site.deps.db);
    await settle();
    expect(rolesOf()).toEqual([...Object.values(roleIds), manual]);
    await sql`update accounts set user_rights = 0 where id = ${player.id}`.execute(site.deps.db);
    await sql`
      select move_coins(${player.id}, 'clawback', 'order 1', -200, 'topups', '')`.execute(
      site.deps.db,
    );
    await settle();
    expect(rolesOf()).toEqual([roleIds.linked, manual]);
    await site.app.inject(json('DELETE', '/api/discord/link', undefined, player));
    await settle();
    expect(rolesOf()).toEqual([manual]);
    expect(await site.deps.db.selectFrom('discord_members').selectAll().execute()).toEqual([]);
  });

  test('of donors need a number of coins, and all need a bot', async () => {
    const body = { guildId: fakeGuild, showsOnline: false, clientId: '', roles: [rule('donor')] };
    const save = (change: object) =>
      site.app.inject(json('PUT', '/api/admin/discord/app', { ...body, ...change }, admin));
    expect((await save({})).json()).toMatchObject({
      fields: { 'roles.0.coins': 'Enter a number of coins.' },
    });
    const roles = [rule('donor', 500)];
    expect((await save({ guildId: '', roles })).json()).toMatchObject({
      fields: { botToken: expect.any(String) as string },
    });
  });

  test('of the ranks and of donors begin exactly at their bound', async () => {
    const ids = ['linked', 'moderator', 'staff', 'admin', 'donor'].map(
      (reason, at) => [reason, `8100000000000000${at}0`] as const,
    );
    await setUp(
      ids.map(([reason, roleId]) => ({
        roleId,
        reason: reason as RoleRule['reason'],
        coins: reason === 'donor' ? 500 : 0,
      })),
    );
    join(manual);
    await link();
    const other = await site.addPlayer(`Beside ${number}`);
    await link(other, idOf(903));
    fake.members.set(idOf(903), new Set([manual]));
    const held = async () => {
      await settle();
      return ids.flatMap(([reason, id]) => (rolesOf().includes(id) ? reason : []));
    };
    for (const [rights, expected] of [
      [0, ['linked']],
      [1, ['linked', 'moderator']],
      [2, ['linked', 'moderator', 'staff']],
      [3, ['linked', 'moderator', 'staff', 'admin']],
    ] as const) {
      await sql`update accounts set user_rights = ${rights} where id = ${player.id}`.execute(
        site.deps.db,
      );
      expect(await held()).toEqual(expected);
    }
    await giveCoins(site, player, 9_000);
    const topUp = (key: string, coins: number) =>
      sql`
      select move_coins(${player.id}, 'topup', ${key}, ${coins}, 'topups', '')`.execute(
        site.deps.db,
      );
    await topUp('order a', 499);
    expect(await held()).not.toContain('donor');
    await topUp('order b', 1);
    expect(await held()).toContain('donor');
    expect(rolesOf()).toContain(manual);
    expect([...(fake.members.get(idOf(903)) ?? [])]).toEqual([manual, ids[0]![1]]);
    // A role that no rule names any more is taken back too.
    await setUp([{ roleId: ids[4]![1], reason: 'donor', coins: 500 }]);
    await settle();
    expect(rolesOf()).toEqual([manual, ids[4]![1]].toSorted());
  });

  test('need the secrets, which stay unless they are replaced or their id is removed', async () => {
    const body = {
      guildId: fakeGuild,
      showsOnline: false,
      clientId: fakeClient.id,
      roles: [rule('linked')],
    };
    const save = async (change: object) => {
      const answer = await site.app.inject(
        json('PUT', '/api/admin/discord/app', { ...body, ...change }, admin),
      );
      return answer.json<object>();
    };
    const kept = {
      ...body,
      hasClientSecret: true,
      hasBotToken: true,
      redirectUrl: `${site.deps.config.siteUrl}/api/discord/callback`,
    };
    expect(await save({})).toEqual(kept);
    expect(await save({ clientSecret: '', botToken: '' })).toEqual(kept);
    expect(await save({ botToken: 'another' })).toEqual(kept);
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from audit_log where action = 'discord/app-changed'
      order by id desc limit 1`.execute(site.deps.db);
    expect(rows[0]).toEqual({
      before: { botToken: expect.stringMatching(/^set \(.{6}\)$/) as string },
      after: { botToken: expect.stringMatching(/^set \(.{6}\)$/) as string },
    });
    expect(await save({ clientId: '' })).toEqual({ ...kept, clientId: '', hasClientSecret: false });
    expect(await save({})).toMatchObject({
      fields: { clientSecret: 'Enter the client secret too.' },
    });
    expect(await save({ clientId: '', guildId: '', roles: [] })).toMatchObject({
      hasBotToken: false,
    });
    for (const wrong of [
      { clientId: '1'.repeat(16) },
      { clientId: '1'.repeat(21) },
      { clientSecret: 'x'.repeat(201) },
      { roles: Array.from({ length: 21 }, () => rule('linked')) },
    ]) {
      expect(await save({ ...wrong })).toMatchObject({ code: 'request/invalid' });
    }
  });

  test('are taken back when the account is deleted', async () => {
    await setUp([rule('linked')]);
    join();
    await link();
    await settle();
    expect(rolesOf()).toEqual([roleIds.linked]);
    const owner = { id: player.id, username: player.username } as Parameters<
      NonNullable<typeof discordPersonalData.erase>
    >[1];
    await site.deps.db.transaction().execute((trx) => discordPersonalData.erase!(trx, owner));
    await settle();
    expect(rolesOf()).toEqual([]);
  });

  test('of a player who is not in the Discord server are no error, and come when they join', async () => {
    await setUp([rule('linked')]);
    await link();
    await settle();
    await settle();
    expect(fake.requests.filter((one) => one.startsWith('GET /guilds'))).toHaveLength(1);
    join();
    await sql`update discord_members set due_at = now()`.execute(site.deps.db);
    await settle();
    expect(rolesOf()).toEqual([roleIds.linked]);
  });

  const dueIn = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select round(extract(epoch from due_at - now()) / 60)::integer * 60 as seconds
      from discord_members order by discord_id`.execute(site.deps.db);
    return rows.map(({ seconds }) => seconds);
  };

  test('are compared again after a day, and after an hour if the player has not joined', async () => {
    await setUp([rule('linked')]);
    join();
    await link();
    await link(await site.addPlayer(`Stranger ${number}`), idOf(904));
    await settle();
    expect(await dueIn()).toEqual([86_400, 3600]);
    // The role is taken away at Discord.
    join();
    await settle();
    expect(rolesOf()).toEqual([]);
    await sql`update discord_members set due_at = now()`.execute(site.deps.db);
    await settle();
    expect(rolesOf()).toEqual([roleIds.linked]);
  });

  test.each([
    [{ status: 401 }, 'Discord answered 401. Check the token of the bot.', 3600],
    [{ status: 400 }, 'Discord answered 400. Check the ids of the roles.', 3600],
    [{ status: 503 }, 'Discord answered 503.', 60],
    ['hang up', 'Discord could not be reached', 60],
  ] as const)(
    'wait after the answer %j, and the next player is not asked',
    async (reply, text, seconds) => {
      await setUp([rule('linked')]);
      join();
      await link();
      await link(await site.addPlayer(`After ${number}`), idOf(905));
      await sql`
      update discord_members set due_at = now() - interval '1 minute'
      where discord_id = ${idOf()}`.execute(site.deps.db);
      fake.requests.length = 0;
      fake.next.push(reply);
      await expect(settle()).rejects.toThrow(text);
      expect(fake.requests).toEqual([`GET /guilds/${fakeGuild}/members/${idOf()}`]);
      const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from due_at - now())::integer as seconds from discord_members
      where discord_id = ${idOf()}`.execute(site.deps.db);
      expect(rows[0]!.seconds).toBeGreaterThan(seconds - 30);
      expect(rows[0]!.seconds).toBeLessThanOrEqual(seconds);
      expect(rolesOf()).toEqual([]);
    },
  );

  test('of an unlinked account are forgotten if there is no bot any more', async () => {
    await setUp([rule('linked')]);
    await link();
    const other = await site.addPlayer(`Stays ${number}`);
    await link(other, idOf(906));
    await site.app.inject(json('DELETE', '/api/discord/link', undefined, player));
    const body = { guildId: '', showsOnline: false, clientId: fakeClient.id, roles: [] };
    await site.app.inject(json('PUT', '/api/admin/discord/app', body, admin));
    fake.requests.length = 0;
    await settle();
    expect(fake.requests).toEqual([]);
    const members = await site.deps.db.selectFrom('discord_members').select('discord_id').execute();
    expect(members).toEqual([{ discord_id: idOf(906) }]);
  });

  test('and linking stop while the secrets cannot be read', async () => {
    const { db, live } = site.deps;
    const sealed = (owner: string) => sealText(Buffer.alloc(32, 8), `discord ${owner}`, 'lost');
    await setUp([rule('linked')]);
    const secrets = { botToken: sealed('botToken'), clientSecret: sealed('clientSecret') };
    await sql`
      update settings set value = value || ${JSON.stringify(secrets)}::jsonb
      where key = 'discord.app'`.execute(db);
    await live.publish(db, { topic: 'site' });
    await expect(settle()).rejects.toThrow('Enter it again.');
    expect(await readLink()).toEqual({ isAvailable: false, name: null });
    expect(await get('/api/admin/discord', admin)).toMatchObject({
      app: { hasBotToken: true, hasClientSecret: true },
    });
  });

  test('wait for the rate limit, and name what the bot lacks', async () => {
    await setUp([rule('linked')]);
    join();
    await link();
    fake.next.push(tooMany(60));
    await settle();
    await sql`update discord_members set due_at = now()`.execute(site.deps.db);
    fake.requests.length = 0;
    await settle();
    expect(fake.requests).toEqual([]);
    await sql`truncate discord_limits`.execute(site.deps.db);
    await sql`update discord_members set due_at = now()`.execute(site.deps.db);
    fake.next.push({ status: 403, json: { message: 'Missing Permissions', code: 50_013 } });
    await expect(settle()).rejects.toThrow('Manage Roles');
    await sql`
      insert into job_runs (name, last_error) values ('discord/roles', 'It lacks a right.')`.execute(
      site.deps.db,
    );
    expect(await get('/api/admin/discord', admin)).toMatchObject({
      failures: ['It lacks a right.'],
    });
    await sql`
      insert into job_runs (name, last_error)
      values ('discord/widget', 'The widget is off.'), ('discord/tidy', 'It is slow.')`.execute(
      site.deps.db,
    );
    expect(await get('/api/admin/discord', admin)).toMatchObject({
      failures: ['It lacks a right.', 'The widget is off.'],
    });
  });
});

test('with nothing configured, no job sends a request', async () => {
  const fresh = await openTestApp({ settings: { DISCORD_API_URL: fake.url } });
  try {
    const discord = features.find(({ name }) => name === 'discord');
    for (const job of discord?.jobs?.(fresh.deps, []) ?? []) await job.run();
    await fresh.app.inject({ url: '/api/site' });
    expect(fake.requests).toEqual([]);
  } finally {
    await fresh.close();
  }
});
