import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { createAccount } from './accounts.service.ts';
import {
  findGivenNames,
  releaseName,
  reserveNames,
  reserveReportedNames,
} from './reserved-names.service.ts';

let site: TestApp;

beforeAll(async () => {
  site = await openTestApp();
  await site.addPlayer('Has Account');
});
afterAll(() => site.close());

const namesOf = (...names: string[]) => names.map((username) => ({ username }));

function register(username: string) {
  const email = `${username.toLowerCase().replaceAll(/\W/g, '')}@example.test`;
  const body = { username, email, password: testPassword };
  return site.app.inject(json('POST', '/auth/register', body));
}

test('a reserved name cannot be registered in any spelling, until it is released', async () => {
  await reserveNames(site.deps, commandLine, namesOf('iron_ada', 'zed'));
  for (const spelling of ['Iron Ada', 'IRON-ADA', 'iron_ada']) {
    const answer = await register(spelling);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'accounts/username-claimable',
      error: expect.stringContaining('If it is yours, claim it'),
    });
  }
  await releaseName(site.deps, commandLine, 'Iron Ada');
  expect((await register('Iron Ada')).statusCode).toBeLessThan(300);
  expect((await register('Zed')).statusCode).toBe(409);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'subject', 'after'])
    .where('action', 'in', ['accounts/names-reserved', 'accounts/name-released'])
    .orderBy('id')
    .execute();
  const actor_name = commandLine.name;
  expect(entries).toEqual([
    {
      actor_name,
      action: 'accounts/names-reserved',
      subject: 'reserved names',
      after: { names: 2 },
    },
    { actor_name, action: 'accounts/name-released', subject: 'iron ada', after: null },
  ]);
});

test('an address replaces the one known for a character, and no old name of an account', async () => {
  const { db } = site.deps;
  const { id } = await site.addPlayer('Renamed');
  const kept = { username: 'Was Mine', username_key: 'was mine', account_id: id };
  const expires_at = new Date('2099-01-01');
  await db
    .insertInto('reserved_names')
    .values({ ...kept, expires_at })
    .execute();
  const reserve = (username: string, email?: string) =>
    reserveNames(site.deps, commandLine, [{ username, email }]);
  await reserve('Mira', 'old@example.test');
  await reserve('Mira');
  await reserve('Neighbour', 'near@example.test');
  const read = async () =>
    (
      await db
        .selectFrom('reserved_names')
        .select(['username', 'email', 'account_id'])
        .where('username_key', 'in', ['mira', 'neighbour', 'was mine'])
        .orderBy('username')
        .execute()
    ).map(({ username, email, account_id }) => [username, email, account_id]);
  const near = ['Neighbour', 'near@example.test', null];
  const own = ['Was Mine', null, id];
  expect(await read()).toEqual([['Mira', 'old@example.test', null], near, own]);
  expect(await reserve('MIRA', 'new@example.test')).toEqual({ added: 0, known: 1, taken: [] });
  expect(await reserve('was_mine', 'thief@example.test')).toMatchObject({ added: 0 });
  expect(await read()).toEqual([['Mira', 'new@example.test', null], near, own]);
});

test('reserving again changes nothing, and names with an account are reported', async () => {
  const names = namesOf('finn', 'FINN', 'has_account', 'olga');
  const first = await reserveNames(site.deps, commandLine, names);
  expect(first).toEqual({ added: 2, known: 0, taken: ['has_account'] });
  const again = await reserveNames(site.deps, commandLine, names);
  expect(again).toEqual({ added: 0, known: 2, taken: ['has_account'] });
  expect(await reserveNames(site.deps, commandLine, [])).toEqual({ added: 0, known: 0, taken: [] });
});

test('names that a game reports are reserved for thirty days after a restore', async () => {
  const { db } = site.deps;
  const report = async () => {
    const reported = ['New_Face', 'has account', 'Known Name', '-', 'Long_Gone'];
    await reserveReportedNames(db, commandLine, reported);
    const rows = await db
      .selectFrom('reserved_names')
      .select('username')
      .where('username_key', 'in', ['new face', 'has account', '', 'long gone'])
      .execute();
    return rows.map(({ username }) => username);
  };
  await reserveNames(site.deps, commandLine, namesOf('Known Name'));
  // The name of a deleted account, which only an admin releases.
  await sql`insert into retired_names (name_hash) values (name_hash('long gone'))`.execute(db);
  const restoredAgo = (days: number) =>
    sql`
      insert into audit_log (actor_name, action, subject, at)
      values ('x', 'backups/restored', 'x', now() - make_interval(days => ${days}))`.execute(db);
  expect(await report()).toEqual([]);
  await restoredAgo(31);
  expect(await report()).toEqual([]);
  await restoredAgo(29);
  expect(await report()).toEqual(['New_Face']);
});

test('the names for the file beside the backups are those of the last 31 days', async () => {
  const { db } = site.deps;
  await db.deleteFrom('reserved_names').execute();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ids: Record<string, number> = {};
  for (const [name, days] of [
    ['Fresh', 30],
    ['Old', 32],
    ['Old Moved', 32],
    ['Old Long Ago', 90],
    ['Waiting', 1],
    ['Erased', 1],
  ] as const) {
    const { id } = await site.addPlayer(name);
    ids[name] = id;
    await db
      .updateTable('accounts')
      .set({ created_at: daysAgo(days) })
      .where('id', '=', id)
      .execute();
  }
  await sql`update accounts set pending_since = now() where id = ${ids['Waiting']}`.execute(db);
  await sql`
    update accounts set delete_after = now(), closing_at = now(), deleted_at = now()
    where id = ${ids['Erased']}`.execute(db);
  const kept = (name: string, days: number) => ({
    username: `Was ${name}`,
    username_key: `was ${name.toLowerCase()}`,
    account_id: ids[name]!,
    expires_at: daysAgo(-1),
    reserved_at: daysAgo(days),
  });
  const character = (username: string, days: number) => ({
    username,
    username_key: username.toLowerCase(),
    account_id: null,
    expires_at: null,
    reserved_at: daysAgo(days),
  });
  await db
    .insertInto('reserved_names')
    .values([
      kept('Old Moved', 30),
      kept('Old Long Ago', 32),
      character('Hero', 30),
      character('Past Hero', 32),
    ])
    .execute();
  const wanted = new Set([0, ...Object.values(ids)]);
  const found = (await findGivenNames(db)).filter(({ id }) => wanted.has(id));
  expect(found).toEqual([
    { id: 0, name: 'Hero' },
    { id: ids['Fresh'], name: 'Fresh' },
    { id: ids['Old Moved'], name: 'Old Moved' },
  ]);
});

test('a name that is not reserved cannot be released', async () => {
  await expect(releaseName(site.deps, commandLine, 'Nobody')).rejects.toThrow('is not reserved');
});

test('of a registration and a reservation at the same time exactly one gets the name', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `Race ${at}`);
  const registered = names.map((username) =>
    createAccount(site.deps, {
      username,
      email: `${username.replace(' ', '')}@example.test`,
      password: testPassword,
      isEmailVerified: true,
    }).then(
      () => username,
      () => undefined,
    ),
  );
  const reserved = await reserveNames(site.deps, commandLine, namesOf(...names));
  const winners = (await Promise.all(registered)).filter((name) => name !== undefined);
  expect(reserved.taken.toSorted()).toEqual(winners.toSorted());
  expect(reserved.added).toBe(names.length - winners.length);
});
