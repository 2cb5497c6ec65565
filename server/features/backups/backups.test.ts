import fs from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { assertLatestVersion, migrateWithin } from '#server/db/migrate.ts';
import { transaction } from '#server/db/transaction.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { skillPresets } from '#server/features/hiscores/skill-presets.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import {
  engine,
  openEmptyTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#server/testing/test-database.ts';

import { makeBackup } from './make-backup.service.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore.service.ts';
import {
  backUpFilledSite,
  describeObjects,
  digestTables,
  forgeBackup,
  pictureBytes,
  restore,
} from './testing/backups.ts';
import type { BackedUpSite } from './testing/backups.ts';

let origin: BackedUpSite;
let site: TestApp;
/** A backup of `site`. */
let good: string;

beforeAll(async () => {
  origin = await backUpFilledSite();
  ({ site, file: good } = origin);
});
afterAll(() => origin.close());
afterEach(() => vi.restoreAllMocks());

async function open(opening: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await opening;
  onTestFinished(() => database.close());
  return database;
}

test('a site with another list of skills is restored with it', async () => {
  const other = await openTestApp({ settings: { SKILLS: 'osrs' } });
  onTestFinished(() => other.close());
  const skills = skillPresets.get('osrs') ?? [];
  const reports = [reportOf('Amy', { Construction: 500 }, new Date(), skills)];
  await ingestStats(other.deps, { reports });
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  await makeBackup(other.deps, file);
  const database = await open(openEmptyTestDatabase());
  await restore(file, database);
  expect(await digestTables(database.db)).toEqual(await digestTables(other.deps.db));
  expect(await describeObjects(database.db)).toEqual(await describeObjects(other.deps.db));
});

test('a backup of an older version becomes a site of this version', async () => {
  const old = await open(openEmptyTestDatabase());
  await transaction(old.db, async (trx) => {
    await migrateWithin(trx, { count: 20 });
    await sql`
      insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
      values ('Olga', 'olga', 'o@example.test', 'o@example.test', 'embedded', 'u1')`.execute(trx);
  });
  const file = path.join(await createTemporaryFolder(), 'old.wynhold');
  await makeBackup({ db: old.db, media: createMemoryStore() }, file);
  const database = await open(openTestDatabase());
  await restore(file, database);
  await assertLatestVersion(database);
  const { rows } = await sql`select username from accounts`.execute(database.db);
  expect(rows).toEqual([{ username: 'Olga' }]);
  const withoutSequences = (objects: unknown[]) =>
    (objects as { kind: string }[]).filter(({ kind }) => kind !== 'sequence');
  expect(withoutSequences(await describeObjects(database.db))).toEqual(
    withoutSequences(await describeObjects(site.deps.db)),
  );
});

test.runIf(engine === 'postgres')(
  'all rows are of one moment, also if others write meanwhile',
  async () => {
    const { db } = site.deps;
    const before = await digestTables(db);
    const file = path.join(await createTemporaryFolder(), 'site.wynhold');
    // Called after the first rows were read.
    vi.spyOn(origin.media, 'list').mockImplementation(async () => {
      await sql`insert into settings (key, value) values ('later', '1')`.execute(db);
      return [];
    });
    onTestFinished(
      async () => void (await sql`delete from settings where key = 'later'`.execute(db)),
    );
    await makeBackup(site.deps, file);
    vi.restoreAllMocks();
    const database = await open(openTestDatabase());
    await restore(file, database);
    expect(await digestTables(database.db)).toEqual(before);
  },
);

describe('a file that cannot be restored is refused in one line and changes nothing', () => {
  let database: TestDatabase;
  let before: Awaited<ReturnType<typeof digestTables>>;
  beforeAll(async () => {
    database = await openTestDatabase();
    await sql`insert into settings (key, value) values ('mine', '1')`.execute(database.db);
    before = await digestTables(database.db);
  });
  afterAll(() => database.close());

  /** The reason. Checks that nothing was changed. */
  async function refuse(file: string, media = createMemoryStore()): Promise<string> {
    const pictures = [...media.files.keys()];
    const problem = await restore(file, database, media).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(problem.split('\n')).toHaveLength(1);
    expect(await digestTables(database.db)).toEqual(before);
    expect([...media.files.keys()]).toEqual(pictures);
    return problem;
  }

  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['is cut off', (whole) => whole.subarray(0, whole.length - 5), /is incomplete/],
    ['is cut in half', (whole) => whole.subarray(0, whole.length / 2), /is incomplete/],
    ['is empty', () => Buffer.alloc(0), /is incomplete/],
    ['is text', () => Buffer.from('name,email\nOlga,olga@example.test\n'), /is not a backup/],
    ['is another gzip file', () => gzipSync('{"hello":1}\n'), /is not a backup/],
    [
      'is in another encoding',
      () => gzipSync(Buffer.from('{"wynholdBackup":1}\n', 'utf16le')),
      /is (not a backup|damaged)/,
    ],
    ['has a changed byte', flip, /is damaged/],
    // The checksum of gzip fits, so only the digest can tell.
    ['was changed and compressed again', makeRich, /is damaged/],
    ['is of a newer format', () => gzipSync('{"wynholdBackup":2}\n'), /newer version of the site/],
  ])('%s', async (_, change, reason) => {
    const file = path.join(await createTemporaryFolder(), 'bad');
    await writeFile(file, change(await readFile(good)));
    expect(await refuse(file)).toMatch(reason);
  });

  test('does not exist, or is a folder', async () => {
    const folder = await createTemporaryFolder();
    expect(await refuse(path.join(folder, 'none'))).toMatch(
      /none cannot be read: it does not exist\.$/,
    );
    expect(await refuse(folder)).toMatch(/cannot be read: it is a folder\.$/);
  });

  type Header = {
    migrations: { name: string; checksum: string }[];
    tables: { columns: string[] }[];
  };
  const header = (change: (header: Header) => void) => (lines: string[]) => {
    const found = JSON.parse(lines[0] ?? '') as Header;
    change(found);
    return [JSON.stringify(found), ...lines.slice(1)];
  };
  const changeRows = (table: string, change: (row: string[]) => string[]) => (lines: string[]) => {
    const at = lines.indexOf(JSON.stringify({ table })) + 1;
    const rows = JSON.parse(lines[at] ?? '') as string[][];
    return lines.with(at, JSON.stringify(rows.map(change)));
  };

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'knows a later migration',
      header(({ migrations }) => migrations.push({ name: '9999_x', checksum: '' })),
      /newer version of the site: this one does not know 9999_x/,
    ],
    [
      'has another migration',
      header(({ migrations: [first] }) => first && (first.checksum = 'x')),
      /another build/,
    ],
    [
      'has another table',
      header(({ tables: [first] }) => first?.columns.push('x')),
      /other tables/,
    ],
    [
      'refers to a missing player',
      changeRows('wallets', (row) => row.with(0, '999')),
      /nothing was changed: insert or update on table "wallets" violates/,
    ],
    ['has a table twice', (lines) => [...lines, '{"table":"wallets"}'], /is damaged/],
    ['has an unknown line', (lines) => [...lines, '{"drop":"accounts"}'], /is damaged/],
    [
      'would write outside the folder',
      (lines) => [...lines, '{"file":"../x","size":0}'],
      /is damaged/,
    ],
    [
      'has a picture of another size',
      (lines) => [...lines, '{"file":"x.webp","size":9}', '"AAAA"'],
      /is damaged/,
    ],
    [
      'lacks rows',
      (lines) => lines.filter((line, at) => lines[at - 1] !== '{"table":"settings"}'),
      /is damaged/,
    ],
    [
      'has an unknown sequence',
      (lines) => [...lines, '{"sequence":"x","value":"1","isCalled":true}'],
      /is damaged/,
    ],
  ])('%s', async (_, change, reason) => {
    const file = path.join(await createTemporaryFolder(), 'forged');
    await forgeBackup(good, file, change);
    expect(await refuse(file)).toMatch(reason);
  });

  test('a full disk of the database', async () => {
    // In the middle, after the old tables were dropped.
    const full = database.db.withPlugin({
      transformQuery({ node }) {
        const text = node.kind === 'RawNode' ? node.sqlFragments.join('') : '';
        if (!text.includes('jsonb_array_elements')) return node;
        throw Object.assign(new Error('could not extend file'), { code: '53100' });
      },
      transformResult: async ({ result }) => result,
    });
    const restoring = restoreBackup({ db: full, media: createMemoryStore() }, good, {
      header: await checkBackup(good),
    });
    await expect(restoring).rejects.toThrow(
      `${good} was not restored, and nothing was changed: the disk of the database is full.`,
    );
    expect(await digestTables(database.db)).toEqual(before);
  });

  test.each([
    ['55P03', 'something else uses the database, so stop the site first'],
    ['42501', 'the database user is not the owner of the database'],
    ['57014', 'canceled'],
  ])('a refusal of the database (%s)', async (code, reason) => {
    const refusing = database.db.withPlugin({
      transformQuery({ node }) {
        const text = node.kind === 'RawNode' ? node.sqlFragments.join('') : '';
        if (!text.includes('lock_timeout')) return node;
        throw Object.assign(new Error('canceled'), { code });
      },
      transformResult: async ({ result }) => result,
    });
    const restoring = restoreBackup({ db: refusing, media: createMemoryStore() }, good, {
      header: await checkBackup(good),
    });
    await expect(restoring).rejects.toThrow(
      `${good} was not restored, and nothing was changed: ${reason}.`,
    );
  });

  test('a full disk for the pictures', async () => {
    const media = createMemoryStore();
    // It is in the backup too, and must stay.
    await media.put('ab-400.webp', pictureBytes);
    vi.spyOn(media, 'put').mockImplementation(async (name, content) => {
      media.files.set(name, content);
      throw Object.assign(new Error('full'), { code: 'media/not-stored' });
    });
    expect(await refuse(good, media)).toMatch(/nothing was changed: the disk for pictures is full/);
  });
});

function makeRich(whole: Buffer): Buffer {
  const text = gunzipSync(whole).toString();
  expect(text).toContain('"250"');
  return gzipSync(text.replaceAll('"250"', '"999"'));
}

function flip(whole: Buffer): Buffer {
  const changed = Buffer.from(whole);
  const at = Math.floor(whole.length / 2);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('writing a backup', () => {
  test('only its owner can read it, and an existing file is kept', async () => {
    expect((await stat(good)).mode & 0o777).toBe(0o600);
    await expect(makeBackup(site.deps, good)).rejects.toThrow('already exists');
    expect(await readdir(path.dirname(good))).toEqual([path.basename(good)]);
  });

  test('says how much is in it, without previews and pictures that were removed meanwhile', async () => {
    const file = path.join(await createTemporaryFolder(), 'site.wynhold');
    const names = await origin.media.list();
    vi.spyOn(origin.media, 'list').mockResolvedValue([...names, 'gone-1.webp']);
    const shares: [number, string][] = [];
    const summary = await makeBackup(site.deps, file, (...one) => void shares.push(one));
    vi.restoreAllMocks();
    const { tables } = await checkBackup(file);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    expect(summary).toEqual({ rows, files: 2, bytes: (await stat(file)).size });
    expect(shares.at(-1)).toEqual([1, '3 files']);
    expect(shares).toContainEqual([1, `${rows.toLocaleString('en')} rows`]);
    const [database, media] = [await open(openTestDatabase()), createMemoryStore()];
    await restore(file, database, media);
    expect([...media.files.keys()].toSorted()).toEqual(['ab-400.webp', 'launcher-ff.jar']);
  });

  test('of an empty database is refused, and leaves nothing behind', async () => {
    const folder = await createTemporaryFolder();
    const empty = await open(openEmptyTestDatabase());
    const source = { db: empty.db, media: createMemoryStore() };
    await expect(makeBackup(source, path.join(folder, 'site.wynhold'))).rejects.toThrow(
      'There is nothing to back up: the database is empty.',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['ENOSPC', 'site.wynhold was not made: the disk is full.'],
    ['EIO', 'site.wynhold was not made: the system says EIO.'],
  ])('a failing disk (%s) is one line and leaves nothing behind', async (code, text) => {
    const folder = await createTemporaryFolder();
    const problem = Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
    for (const name of ['write', 'writev'] as const) {
      vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
        const done = args.at(-1) as (error: Error) => void;
        done(problem);
      });
    }
    await expect(makeBackup(site.deps, path.join(folder, 'site.wynhold'))).rejects.toThrow(text);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a missing folder is one line', async () => {
    const file = path.join(await createTemporaryFolder(), 'none', 'site.wynhold');
    await expect(makeBackup(site.deps, file)).rejects.toThrow(
      'was not made: its folder does not exist.',
    );
  });
});
