import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { features } from '#server/feature-list.ts';
import { giveCoins } from '#server/features/shop/testing/shop.ts';
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
