import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { removeDeletion } from '#server/features/accounts/account-deletion.service.ts';
import { renameAccount } from '#server/features/accounts/rename.service.ts';
import { releaseName } from '#server/features/accounts/reserved-names.service.ts';
import { addTestServer, heartbeat, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { bucketSettings, startBucket } from '#server/testing/fake-bucket.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { json, openTestApp, testConfig, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { openEmptyTestDatabase } from '#server/testing/test-database.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';

import { createDeletionsKeeper, findKeptDeletions } from './kept-deletions.service.ts';
import { makeBackup } from './make-backup.service.ts';
import { checkBackup } from './read-backup.ts';
import { nothingApplied, restoreBackup } from './restore.service.ts';

const key = Buffer.alloc(32, 5).toString('base64');

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

async function askForDeletion(id: number): Promise<void> {
  await sql`
    update accounts set delete_after = now() + interval '14 days' where id = ${id}`.execute(
    site.deps.db,
  );
}

async function configOf(settings: Record<string, string> = {}) {
  const BACKUP_TO = await createTemporaryFolder();
  return {
    ...testConfig({ BACKUP_TO, SITE_URL: 'http://localhost:3000', ...settings }),
    BACKUP_TO,
  };
}

test('deletions since the backup were asked for, carried out or withdrawn: a restore applies them', async () => {
  const { db } = site.deps;
  const config = await configOf({ SECRETS_KEY: key });
  const asks = await site.addPlayer('Asks Later');
  const erased = await site.addPlayer('Is Erased');
  const stays = await site.addPlayer('Stays');
  const waits = await site.addPlayer('Asked Before');
  await askForDeletion(stays.id);
  await askForDeletion(waits.id);
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  await makeBackup({ ...site.deps, config }, file);

  await askForDeletion(asks.id);
  await removeDeletion(db, stays.id);
  await sql`
    update accounts set delete_after = now(), closing_at = now(), deleted_at = now()
    where id = ${erased.id}`.execute(db);
  await createDeletionsKeeper({ config, db })();

  const database = await openEmptyTestDatabase();
  onTestFinished(() => database.close());
  const header = await checkBackup(file, config);
  const deletions = await findKeptDeletions(config, file);
  expect(deletions && deletions.madeAt > header.madeAt).toBe(true);
  expect(
    await restoreBackup({ db: database.db, media: createMemoryStore() }, file, {
      header,
      deletions,
    }),
  ).toEqual({
    leaving: 1,
    erased: 1,
    staying: 1,
    renamed: 0,
    reserved: 0,
    notRenamed: [],
  });
  const read = (from: typeof db) =>
    sql<{ name: string; at: Date | null; isDue: boolean }>`
      select username as name, delete_after as at, delete_after <= now() as "isDue"
      from accounts order by id`
      .execute(from)
      .then(({ rows }) => rows);
  const [before, after] = [await read(db), await read(database.db)];
  expect(after.map(({ name, isDue }) => [name, isDue])).toEqual([
    ['Asks Later', false],
    ['Is Erased', true],
    ['Stays', null],
    ['Asked Before', false],
  ]);
  for (const at of [0, 2, 3]) expect(after[at]?.at).toEqual(before[at]?.at);
});

test('names since the backup: players are renamed again, and names of new players are reserved', async () => {
  const { db } = site.deps;
  const config = await configOf({ SECRETS_KEY: key });
  const follower = await site.addPlayer('Follower');
  const mover = await site.addPlayer('Old Name');
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  await makeBackup({ ...site.deps, config }, file);

  // The second one takes the name that the first one had, after an admin released it.
  const rename = ({ id }: TestPlayer, username: string) =>
    transaction(db, (trx) =>
      renameAccount(site.deps, trx, { accountId: id, username, onRename: async () => {} }),
    );
  await rename(mover, 'New Name');
  await releaseName(site.deps, commandLine, 'Old Name');
  await rename(follower, 'Old Name');
  await site.addPlayer('Late');
  await createDeletionsKeeper({ config, db })();

  const database = await openEmptyTestDatabase();
  const restored = await restoreBackup({ db: database.db, media: createMemoryStore() }, file, {
    header: await checkBackup(file, config),
    deletions: await findKeptDeletions(config, file),
  });
  expect(restored).toMatchObject({ renamed: 2, reserved: 1 });
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from accounts where id = any(${[mover.id, follower.id]}) order by id`.execute(
    database.db,
  );
  expect(rows.map(({ username }) => username)).toEqual(['Old Name', 'New Name']);
  const { rows: kept } = await sql`
    select username from reserved_names where account_id = any(${[mover.id, follower.id]})`.execute(
    database.db,
  );
  expect(kept).toEqual([{ username: 'Follower' }]);
  // The same backup may be restored once more.
  await createDeletionsKeeper({ config, db: database.db })();
  expect((await findKeptDeletions(config, file))?.names).toContainEqual({ id: 0, name: 'Late' });

  const after = await openTestApp({ database });
  onTestFinished(() => after.close());
  const register = (username: string) =>
    after.app.inject(
      json('POST', '/auth/register', {
        username,
        email: `${username}@stranger.test`,
        password: testPassword,
      }),
    );
  expect((await register('late')).json()).toMatchObject({ code: 'accounts/username-claimable' });
  expect((await register('Somebody')).statusCode).toBe(200);
  // Neither the backup nor the file has this player, whom a game reports.
  const game = await addTestServer(after);
  const reported = heartbeat({ online: 2, players: ['Unknown', 'New Name'] });
  expect((await game.post('/heartbeat', reported)).statusCode).toBe(200);
  await game.post('/hiscores', { players: [hiscoreRow('Ranked', 5_000)] });
  for (const name of ['Unknown', 'Ranked']) {
    expect((await register(name)).json()).toMatchObject({ code: 'accounts/username-claimable' });
  }
});

test('an admin reads on the dashboard what a restore did, and dismisses it', async () => {
  const { db } = site.deps;
  const config = await configOf({ SECRETS_KEY: key });
  await site.addPlayer('Reader', 3);
  const winner = await site.addPlayer('Old Winner');
  const holder = await site.addPlayer('Winner');
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  await makeBackup({ ...site.deps, config }, file);
  // The player who had the name is deleted after the backup, and the other one gets it.
  await sql`
    update accounts set username = 'Deleted', username_key = 'deleted', created_at = now() - interval '1 year'
    where id = ${holder.id}`.execute(db);
  await transaction(db, (trx) =>
    renameAccount(site.deps, trx, {
      accountId: winner.id,
      username: 'Winner',
      onRename: async () => {},
    }),
  );
  await site.addPlayer('Later');
  await createDeletionsKeeper({ config, db })();

  const database = await openEmptyTestDatabase();
  const header = await checkBackup(file, config);
  await restoreBackup({ db: database.db, media: createMemoryStore() }, file, {
    header,
    deletions: await findKeptDeletions(config, file),
  });
  const after = await openTestApp({ database });
  onTestFinished(() => after.close());
  const admin = await after.addPlayer('Keeper', 3);
  const readConcerns = async () => {
    const headers = { cookie: admin.cookie };
    const answer = await after.app.inject({ url: '/api/admin/overview', headers });
    return answer.json<AdminOverview>().concerns;
  };
  expect(await readConcerns()).toContainEqual({
    kind: 'site-restored',
    count: 1,
    detail: '',
    failures: [],
    restore: {
      at: expect.any(String),
      backup: 'site.wynhold',
      madeAt: header.madeAt,
      leaving: 0,
      erased: 0,
      staying: 0,
      renamed: 0,
      reserved: 1,
      notRenamed: [{ from: 'Old Winner', to: 'Winner' }],
    },
  });
  const dismiss = () =>
    after.app.inject(json('DELETE', '/api/admin/restore-report', undefined, admin));
  for (let n = 0; n < 2; n += 1) expect((await dismiss()).statusCode).toBe(204);
  expect(await readConcerns()).toEqual([]);
  const { rows } = await sql`
    select actor_name, subject from audit_log where action = 'backups/restore-dismissed'`.execute(
    after.deps.db,
  );
  expect(rows).toEqual([{ actor_name: 'Keeper', subject: 'site.wynhold' }]);

  await recordAudit(after.deps.db, {
    actor: commandLine,
    action: 'backups/restored',
    subject: 'second.wynhold',
    after: { ...nothingApplied, madeAt: header.madeAt, isSigned: true },
  });
  expect(await readConcerns()).toMatchObject([
    { kind: 'site-restored', restore: { backup: 'second.wynhold' } },
  ]);
});

test('the file is written only after a change, and tells nothing but ids, names and times', async () => {
  const config = await configOf();
  const keep = createDeletionsKeeper({ config, db: site.deps.db });
  const file = path.join(config.BACKUP_TO, 'localhost-3000-deletions.json');
  const { id } = await site.addPlayer('Changes');
  await keep();
  const first = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first).not.toMatch(/example\.test/i);
  await keep();
  await createDeletionsKeeper({ config, db: site.deps.db })();
  expect(await readFile(file, 'utf8')).toBe(first);
  await askForDeletion(id);
  await keep();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    leaving: expect.arrayContaining([{ id, deleteAfter: expect.any(String) }]),
  });
});

test('a file that could not be written is written at the next turn', async () => {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  const config = await configOf({ BACKUP_TO: folder });
  const keep = createDeletionsKeeper({ config, db: site.deps.db });
  await writeFile(folder, 'in the way');
  await expect(keep()).rejects.toThrow('ENOTDIR');
  await rm(folder);
  await keep();
  const file = path.join(folder, 'localhost-3000-deletions.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ madeAt: expect.any(String) });
});

test('a file that somebody changed is not used, and one beside the backup is', async () => {
  const config = await configOf({ SECRETS_KEY: key });
  await createDeletionsKeeper({ config, db: site.deps.db })();
  const file = path.join(config.BACKUP_TO, 'localhost-3000-deletions.json');
  const elsewhere = await configOf({ SECRETS_KEY: key });
  const beside = path.join(config.BACKUP_TO, 'site.wynhold');
  expect(await findKeptDeletions(elsewhere, beside)).toMatchObject({ madeAt: expect.any(String) });
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"erased": [', '"erased": [ 999, '));
  expect(await findKeptDeletions(config, beside)).toBeUndefined();
  await writeFile(file, 'nonsense');
  expect(await findKeptDeletions(config, beside)).toBeUndefined();
});

test('of two files, in the place of the backups and beside the backup, the newer one counts', async () => {
  const [config, elsewhere] = [await configOf(), await createTemporaryFolder()];
  const backup = path.join(elsewhere, 'site.wynhold');
  const name = 'localhost-3000-deletions.json';
  const write = (folder: string, madeAt: string, erased: number[]) =>
    writeFile(
      path.join(folder, name),
      JSON.stringify({ madeAt: `${madeAt}T03:04:05.000Z`, leaving: [], erased }),
    );
  const found = async () => (await findKeptDeletions(config, backup))?.erased;
  expect(await found()).toBeUndefined();
  await write(elsewhere, '2026-05-02', [2]);
  expect(await found()).toEqual([2]);
  await write(config.BACKUP_TO, '2026-05-01', [1]);
  expect(await found()).toEqual([2]);
  await write(config.BACKUP_TO, '2026-05-03', [3]);
  expect(await found()).toEqual([3]);
});

test('with a key only a file that was signed is used', async () => {
  const [plain, folder] = [await configOf(), await createTemporaryFolder()];
  await createDeletionsKeeper({ config: plain, db: site.deps.db })();
  const backup = path.join(folder, 'site.wynhold');
  expect(await findKeptDeletions(plain, backup)).toMatchObject({ madeAt: expect.any(String) });
  const signing = await configOf({ SECRETS_KEY: key, BACKUP_TO: plain.BACKUP_TO });
  expect(await findKeptDeletions(signing, backup)).toBeUndefined();
});

test('the file is kept in a bucket too', async () => {
  const bucket = await startBucket();
  const config = await configOf({ ...bucketSettings(bucket.endpoint), BACKUP_TO: 'bucket' });
  const backup = path.join(await createTemporaryFolder(), 'site.wynhold');
  expect(await findKeptDeletions(config, backup)).toBeUndefined();
  await createDeletionsKeeper({ config, db: site.deps.db })();
  expect([...bucket.files.keys()]).toEqual(['/pictures/backups/localhost-3000-deletions.json']);
  expect(await findKeptDeletions(config, backup)).toMatchObject({ madeAt: expect.any(String) });
});
