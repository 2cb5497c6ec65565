import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { createMemoryStore } from '#server/testing/memory-store.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { openEmptyTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

import { makeBackup } from './make-backup.service.ts';
import { checkBackup, readParts } from './read-backup.ts';
import { nothingApplied, restoreBackup } from './restore.service.ts';
import { secretTables } from './secret-tables.ts';
import { forgeBackup } from './testing/backups.ts';

// A backup is not a key to the running site, and a changed one is noticed.

const secretsKey = randomBytes(32);
const config = { secretsKey };
const oldBackup = path.join(import.meta.dirname, 'testing/made-before-signatures.wynhold');

let site: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  site = await openTestApp({ settings: { SECRETS_KEY: secretsKey.toString('base64') } });
  await site.addPlayer('Zed', 3);
  await fetchIdToken(site.app, 'zed@example.test');
  await site.app.inject(
    json('POST', '/idp/v1/accounts:sendOobCode?key=x', {
      requestType: 'PASSWORD_RESET',
      email: 'zed@example.test',
    }),
  );
  folder = await mkdtemp(path.join(tmpdir(), 'wynhold-test-'));
  file = path.join(folder, 'site.wynhold');
  await makeBackup(site.deps, file);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

async function restore(from: string, key?: Buffer): Promise<TestDatabase> {
  const database = await openEmptyTestDatabase();
  const header = await checkBackup(from, { secretsKey: key });
  await restoreBackup({ db: database.db, media: createMemoryStore() }, from, { header });
  return database;
}

test('the site has keys, sessions and codes, and the backup has none of them', async () => {
  for (const table of ['identity_keys', 'identity_refresh_tokens', 'sessions'] as const) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(site.deps.db);
    expect(rows.length, table).toBeGreaterThan(0);
  }
  const written = new Set<string>();
  for await (const part of readParts(file, { onProgress() {} })) {
    if ('table' in part) written.add(part.table);
  }
  expect(written).toContain('identity_users');
  expect(secretTables.filter((name) => written.has(name))).toEqual([]);
});

test('every table with a hash, key, token or code is left out, or is needed after a restore', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(hash|secret|jwk|token|code)'
    order by 1`.execute(site.deps.db);
  const needed = new Set<string>([
    // Hashes of passwords, names, bridge tokens and recovery codes, and sealed two-factor secrets.
    'game_passwords',
    'game_tokens',
    'identity_users',
    'recovery_codes',
    'retired_names',
    'two_factor_secrets',
    // Sealed addresses of webhooks.
    'discord_hooks',
    // Sealed secrets of callback addresses, hashes of tokens for one vote, and their numbers.
    'vote_callbacks',
    'vote_lists',
    'vote_tokens',
    'votes',
    // Hashes of codes that are not used up, and their numbers.
    'code_uses',
    'codes',
    'shop_discounts',
    // Hashes of requests, pictures and files.
    'bridge_answers',
    'launcher',
    'media',
    'inbox_pictures',
    'news_posts',
    'shop_items',
    ...secretTables,
  ]);
  expect(rows.map(({ name }) => name).filter((name) => !needed.has(name))).toEqual([]);
});

test('a backup of an older version is restored without its keys and sessions', async () => {
  const { db, close } = await restore(oldBackup, secretsKey);
  onTestFinished(close);
  const { rows: accounts } = await sql`
    select username, user_rights as rights from accounts order by id`.execute(db);
  expect(accounts).toEqual([
    { username: 'Old Admin', rights: 3 },
    { username: 'Old Player', rights: 0 },
  ]);
  for (const table of secretTables) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(db);
    expect(rows, table).toEqual([]);
  }
});

describe('after a restore', () => {
  let copy: TestApp;
  let late: TestPlayer;
  beforeAll(async () => {
    late = await site.addPlayer('Late');
    copy = await openTestApp({ database: await restore(file, secretsKey) });
  });
  afterAll(() => copy.close());

  test('the audit log has an entry', async () => {
    const { rows } = await sql`
      select actor_id, actor_name, action, subject, after
      from audit_log order by id desc limit 1`.execute(copy.deps.db);
    expect(rows).toEqual([
      {
        actor_id: null,
        actor_name: 'command line',
        action: 'backups/restored',
        subject: 'site.wynhold',
        after: { madeAt: expect.any(String), isSigned: true, ...nothingApplied },
      },
    ]);
  });

  test('people sign in with their passwords', async () => {
    expect(await fetchIdToken(copy.app, 'zed@example.test')).toBeTruthy();
  });

  test('account ids that were given out since the backup are not given out again', async () => {
    const { id } = await copy.addPlayer('Stranger');
    expect(id).toBeGreaterThan(late.id);
    const secondsSince2025 = (Date.now() - Date.parse('2025-01-01Z')) / 1000;
    expect(Math.abs(id - secondsSince2025)).toBeLessThan(3600);
  });
});

test('a backup that was changed is refused, and one without a signature is not called signed', async () => {
  expect(await checkBackup(file, config)).toMatchObject({ isSigned: true });
  expect(await checkBackup(file, { secretsKey: randomBytes(32) })).toMatchObject({
    isSigned: false,
  });
  const forged = path.join(folder, 'forged.wynhold');
  const toAdmin = (lines: string[]) => lines.map((line) => line.replace('"Zed"', '"Eve"'));
  await forgeBackup(file, forged, toAdmin);
  expect(await checkBackup(forged, config)).toMatchObject({ isSigned: false });
  await forgeBackup(file, forged, toAdmin, { keepsSignature: true });
  await expect(checkBackup(forged, config)).rejects.toThrow(
    'was changed after it was made: its signature is wrong.',
  );
});

test('a small file that unpacks to an endless line is refused before it fills the memory', async () => {
  const endless = path.join(folder, 'endless.wynhold');
  await writeFile(endless, gzipSync(Buffer.alloc(130 * 1024 * 1024, 'a')));
  // Without the limit it would read to the end and say that the end is missing.
  await expect(checkBackup(endless)).rejects.toThrow('is damaged');
});
