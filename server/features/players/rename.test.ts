import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { repeatRename } from '#server/features/accounts/rename.service.ts';
import { reserveNames } from '#server/features/accounts/reserved-names.service.ts';
import { addTestServer, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { BridgeCommand } from '#shared/endpoints/bridge-commands.ts';

import { playerSettings } from './players.settings.ts';

let site: TestApp;
let admin: TestPlayer;
let game: TestServer;

beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await site.addPlayer('Name Admin', 3);
  game = await addTestServer(site);
});
afterAll(() => site.close());
beforeEach(() => allow(30));

const allow = (value: number | null) =>
  setSetting(site.deps, playerSettings.renameDays, { value, by: null });

const rename = (player: TestPlayer, username: string) =>
  site.app.inject(json('POST', '/api/account/name', { username }, player));

const verify = (player: TestPlayer) =>
  site.app.inject({ url: '/auth/verify', headers: { cookie: player.cookie } });

const openCommands = async () =>
  (await game.get('/commands')).json<{ commands: BridgeCommand[] }>().commands;

async function finishCommands() {
  for (const { id } of await openCommands()) {
    await game.post(`/commands/${id}/result`, { status: 'done' });
  }
}

test('an account that will be deleted keeps its name until the player keeps the account', async () => {
  const player = await site.addPlayer('Leaving Soon');
  await site.app.inject(json('POST', '/api/account/deletion', undefined, player));
  const refusal = {
    code: 'accounts/leaving',
    error: 'This account will be deleted. Keep it first, then change the name.',
  };
  expect((await rename(player, 'Still Here')).json()).toMatchObject(refusal);
  const body = { username: 'Still Here', version: 0 };
  const url = '/api/admin/users/Leaving%20Soon/name';
  expect((await site.app.inject(json('PUT', url, body, admin))).json()).toMatchObject(refusal);
  await site.app.inject(json('DELETE', '/api/account/deletion', undefined, player));
  expect((await rename(player, 'Still Here')).statusCode).toBe(204);
  await finishCommands();
});

const register = (username: string) =>
  site.app.inject(
    json('POST', '/auth/register', {
      username,
      email: `${username.replaceAll(/\W/g, '')}@rename.test`,
      password: testPassword,
    }),
  );

const readHiscores = (name: string) =>
  site.app.inject({ url: `/api/hiscores/user/${encodeURIComponent(name)}` });

async function waitDays(player: TestPlayer, days: number) {
  const past = new Date(Date.now() - days * 86_400_000);
  await site.deps.db
    .updateTable('accounts')
    .set({ renamed_at: past })
    .where('id', '=', player.id)
    .execute();
}

describe('a player changes the name', () => {
  test('and everything follows; the game is told', async () => {
    const player = await site.addPlayer('Old Ada');
    await game.post('/hiscores', { players: [hiscoreRow('old_ada', 50_000)] });
    expect((await rename(player, 'New Ada')).statusCode).toBe(204);
    expect((await verify(player)).json()).toMatchObject({ username: 'New Ada' });
    expect((await readHiscores('New Ada')).json()).toMatchObject({ username: 'New Ada' });
    expect(await openCommands()).toMatchObject([
      { type: 'rename', args: { player: 'Old Ada', name: 'New Ada' }, notAfter: null },
    ]);
    const audited = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', 'accounts/renamed')
      .where('subject', '=', 'new ada')
      .execute();
    expect(audited).toEqual([
      { actor_id: player.id, before: { username: 'Old Ada' }, after: { username: 'New Ada' } },
    ]);
    await finishCommands();
  });

  test('and old links and reports under the old name lead to the new one', async () => {
    const player = await site.addPlayer('Link Lou');
    await game.post('/hiscores', { players: [hiscoreRow('link lou', 50_000)] });
    await rename(player, 'Lou Link');
    expect((await readHiscores('LINK_LOU')).json()).toMatchObject({ username: 'Lou Link' });
    const answer = await game.post('/hiscores', { players: [hiscoreRow('link_lou', 60_000)] });
    expect(answer.json()).toMatchObject({ accepted: 1, results: [{ hasAccount: true }] });
    const rows = await site.deps.db
      .selectFrom('players')
      .select(['name', 'name_key'])
      .where('name_key', 'in', ['link lou', 'lou link'])
      .execute();
    expect(rows).toEqual([{ name: 'Lou Link', name_key: 'lou link' }]);
    const kept = sql<number>`extract(epoch from expires_at - reserved_at)::int / 86400`;
    const names = site.deps.db.selectFrom('reserved_names').where('account_id', '=', player.id);
    expect(await names.select(['username', kept.as('days')]).execute()).toEqual([
      { username: 'Link Lou', days: 90 },
    ]);
    await site.deps.db
      .updateTable('reserved_names')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', player.id)
      .execute();
    expect((await readHiscores('LINK_LOU')).statusCode).toBe(404);
    await finishCommands();
  });

  test('and cannot enter the game until it knows the new name', async () => {
    const player = await site.addPlayer('Gate Gil');
    const logIn = async (name: string) =>
      (await game.post('/login', { name, password: testPassword, ip: '192.0.2.9' })).json<object>();
    await rename(player, 'Gil Gate');
    expect(await logIn('Gate Gil')).toMatchObject({ ok: false, code: 'wrong-credentials' });
    expect(await logIn('Gil Gate')).toMatchObject({ ok: false, code: 'name-changing' });
    await finishCommands();
    expect(await logIn('Gil Gate')).toMatchObject({ ok: true, name: 'Gil Gate' });
  });

  test('only if the admins allow it, and not again before the waiting time is over', async () => {
    const player = await site.addPlayer('Wait Wil');
    const read = async () =>
      (
        await site.app.inject({ url: '/api/account/name', headers: { cookie: player.cookie } })
      ).json<object>();
    await allow(null);
    expect(await read()).toEqual({ cooldownDays: null, nextAt: null });
    expect((await rename(player, 'Wil A')).json()).toMatchObject({ code: 'accounts/renaming-off' });
    await allow(30);
    expect(await read()).toEqual({ cooldownDays: 30, nextAt: null });
    expect((await rename(player, 'Wil A')).statusCode).toBe(204);
    expect(await read()).toMatchObject({ nextAt: expect.any(String) as string });
    await waitDays(player, 29);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect((await rename(player, 'Wil B')).json()).toMatchObject({
      code: 'accounts/renamed-recently',
      error: `You can change your name again on ${tomorrow}.`,
    });
    expect(await read()).toMatchObject({
      cooldownDays: 30,
      nextAt: expect.stringContaining(tomorrow) as string,
    });
    await waitDays(player, 31);
    expect((await rename(player, 'Wil B')).statusCode).toBe(204);
    await finishCommands();
  });

  test('with a fresh sign-in only', async () => {
    const player = await site.addPlayer('Stale Sid');
    await site.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
      .where('account_id', '=', player.id)
      .execute();
    expect((await rename(player, 'Sid')).json()).toMatchObject({
      code: 'accounts/reauthentication-required',
    });
  });

  test('to another spelling, without telling the game', async () => {
    const player = await site.addPlayer('spell sue');
    expect((await rename(player, 'Spell_Sue')).statusCode).toBe(204);
    expect((await verify(player)).json()).toMatchObject({ username: 'Spell_Sue' });
    expect(await openCommands()).toEqual([]);
    expect((await register('spell sue')).json()).toMatchObject({ code: 'accounts/username-taken' });
    // The earlier spelling is not kept: it would be in the way of the next change.
    await waitDays(player, 31);
    expect((await rename(player, 'Sue Spell')).statusCode).toBe(204);
    const kept = await site.deps.db
      .selectFrom('reserved_names')
      .select(['username', 'username_key'])
      .where('account_id', '=', player.id)
      .execute();
    expect(kept).toEqual([{ username: 'Spell_Sue', username_key: 'spell sue' }]);
    await finishCommands();
  });
});

describe('the names', () => {
  test('that are taken, reserved, of the staff or invalid are refused, and nothing changes', async () => {
    const player = await site.addPlayer('Greedy');
    await site.addPlayer('Owner Of It');
    await reserveNames(site.deps, commandLine, [{ username: 'kept_one' }]);
    await game.post('/hiscores', { players: [hiscoreRow('Unclaimed', 50_000)] });
    await game.post('/hiscores', { players: [hiscoreRow('Greedy', 50_000)] });
    const refusals = [
      ['owner_of_it', 409],
      ['Kept One', 409],
      ['Unclaimed', 409],
      ['Admin', 409],
      ['no:name', 400],
    ] as const;
    for (const [name, status] of refusals) {
      expect((await rename(player, name)).statusCode, name).toBe(status);
    }
    expect((await verify(player)).json()).toMatchObject({ username: 'Greedy' });
    expect((await readHiscores('Greedy')).statusCode).toBe(200);
    expect(await openCommands()).toEqual([]);
  });

  test('that a player had before stay theirs for 90 days', async () => {
    const player = await site.addPlayer('First Fay');
    const other = await site.addPlayer('Other Oz');
    await rename(player, 'Second Fay');
    expect((await register('first_fay')).json()).toMatchObject({ code: 'accounts/username-taken' });
    expect((await rename(other, 'First Fay')).statusCode).toBe(409);
    await waitDays(player, 31);
    expect((await rename(player, 'First Fay')).statusCode).toBe(204);
    await waitDays(player, 31);
    expect((await rename(player, 'Second Fay')).statusCode).toBe(204);
    await site.deps.db
      .updateTable('reserved_names')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('username_key', '=', 'first fay')
      .execute();
    expect((await rename(other, 'First Fay')).statusCode).toBe(204);
    await finishCommands();
  });

  test('that are not free are not given by a restore either', async () => {
    const player = await site.addPlayer('Back Again');
    await site.addPlayer('Has Owner');
    await game.post('/hiscores', { players: [hiscoreRow('Only Game', 50_000)] });
    await reserveNames(site.deps, commandLine, [{ username: 'Set Aside' }]);
    const { db } = site.deps;
    await sql`insert into retired_names (name_hash) values (name_hash('long gone'))`.execute(db);
    const repeat = (username: string) =>
      transaction(db, (trx) =>
        repeatRename(trx, { accountId: player.id, username, onRename: async () => {} }),
      );
    for (const name of ['Has Owner', 'Only Game', 'Set Aside', 'Long Gone']) {
      expect(await repeat(name), name).toBe(false);
    }
    expect(await repeat('Is Free')).toBe(true);
    expect((await verify(player)).json()).toMatchObject({ username: 'Is Free' });
  });

  test('go to one of several players who want the same name at once', async () => {
    const players = [];
    for (let at = 0; at < 5; at++) players.push(await site.addPlayer(`Rush ${at}`));
    const answers = await Promise.all(players.map((player) => rename(player, 'Prize')));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409, 409, 409, 409]);
    expect(await openCommands()).toHaveLength(1);
    await finishCommands();
  });
});

test('an admin renames a player at any time; it is in the audit log', async () => {
  await allow(null);
  const player = await site.addPlayer('Rude Name');
  const version = 0;
  const put = (by: TestPlayer, body: object) =>
    site.app.inject(json('PUT', '/api/admin/users/rude_name/name', body, by));
  expect((await put(player, { username: 'Fine Name', version })).statusCode).toBe(403);
  const managed = await site.app.inject({
    url: '/api/admin/users/rude%20name',
    headers: { cookie: admin.cookie },
  });
  const body = { username: 'Fine Name', version: managed.json<{ version: number }>().version };
  expect((await put(admin, body)).statusCode).toBe(204);
  expect((await verify(player)).json()).toMatchObject({ username: 'Fine Name' });
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'before', 'after'])
    .where('action', '=', 'accounts/renamed-by-admin')
    .execute();
  expect(audited).toEqual([
    {
      actor_name: 'Name Admin',
      before: { username: 'Rude Name' },
      after: { username: 'Fine Name' },
    },
  ]);
  expect(await openCommands()).toMatchObject([
    { type: 'rename', args: { player: 'Rude Name', name: 'Fine Name' } },
  ]);
  await finishCommands();
  // It does not use up the player's own change.
  await allow(30);
  expect((await rename(player, 'Finer Name')).statusCode).toBe(204);
});
