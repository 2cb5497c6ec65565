import path from 'node:path';
import v8 from 'node:v8';

import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { createEmbeddedDatabase } from '#server/db/embedded.ts';
import type { Db } from '#server/db/schema.ts';
import { runLongWork } from '#server/db/statement-limit.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { demoAccounts, demoPassword } from '#server/features/accounts/accounts.demo.ts';
import { storePicture } from '#server/features/media/media.service.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { openBlankEmbedded } from '#server/testing/blank-embedded.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { sized } from '#server/testing/sized.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { openEmptyTestDatabase } from '#server/testing/test-database.ts';

import { makeBackup } from './make-backup.service.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore.service.ts';
import { describeObjects, digestTables } from './testing/backups.ts';

// The ledger then has more rows than one batch of a backup.
const players = sized(200, 10_000);
const movementsEach = 10;

test(
  'demo content, players and coin movements move from the embedded database to PostgreSQL and back',
  () =>
    // The commands do the same: a statement over all rows may take long on a busy machine.
    runLongWork(moveThereAndBack, 0),
  // With 10,000 players it takes half a minute of one core; only ends a test that hangs.
  900_000,
);

async function moveThereAndBack(): Promise<void> {
  const folder = await createTemporaryFolder();
  const move = async (from: Place, to: Place, name: string) => {
    const file = path.join(folder, name);
    await makeBackup(from, file);
    await restoreBackup(to, file, { header: await checkBackup(file) });
  };

  // Filled on PostgreSQL, which is much faster.
  const origin = await openTestApp();
  onTestFinished(() => origin.close());
  await loadDemo(origin.deps);
  const picture = await storePicture(origin.deps, await sharp({ create }).png().toBuffer());
  await addPlayers(origin.deps.db);
  const content = await digestTables(origin.deps.db);
  expect(content.ledger?.rows).toBeGreaterThanOrEqual(players * movementsEach);
  expect(content.accounts?.rows).toBeGreaterThan(players);

  // Same flag as for the tests on the embedded engine (vitest.config.ts).
  v8.setFlagsFromString('--liftoff-only');
  const embedded = createEmbeddedDatabase({
    pglite: await openBlankEmbedded(),
    onWarning: () => {},
  });
  const first = { db: embedded.db, media: createMemoryStore() };
  await move(origin.deps, first, 'to-embedded');
  expect(await digestTables(embedded.db)).toEqual(content);

  const postgres = await openEmptyTestDatabase();
  onTestFinished(() => postgres.close());
  const second = { db: postgres.db, media: createMemoryStore() };
  await move(first, second, 'to-postgres');
  expect(await digestTables(postgres.db)).toEqual(content);
  expect(await describeObjects(postgres.db)).toEqual(await describeObjects(origin.deps.db));

  await sql`delete from settings; delete from event_attendance`.execute(embedded.db);
  const third = { db: embedded.db, media: createMemoryStore() };
  await move(second, third, 'back');
  expect(await digestTables(embedded.db)).toEqual(content);

  const site = await openTestApp({ database: embedded, replace: () => ({ media: third.media }) });
  onTestFinished(() => site.close());
  expect((await runLedgerCheck(site.deps)).isSound).toBe(true);
  const email = demoAccounts[0]?.email ?? '';
  expect(await fetchIdToken(site.app, email, demoPassword)).toBeTruthy();
  const shown = await site.app.inject(picture.src);
  expect(shown.statusCode).toBe(200);
  const original = await origin.deps.media.get(picture.src.slice('/media/'.length));
  expect(original?.equals(shown.rawPayload)).toBe(true);
}

const create = { width: 40, height: 30, channels: 3, background: '#842' } as const;

type Place = Parameters<typeof makeBackup>[0];

async function addPlayers(db: Db): Promise<void> {
  await sql`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    select 'P' || n, 'p' || n, 'p' || n || '@x.test', 'p' || n || '@x.test', 'embedded', 'p' || n
    from generate_series(1, ${players}::integer) as n`.execute(db);
  // Its trigger would take most of the test's time. The check of the ledger proves that the sums are right.
  await sql`alter table ledger disable trigger user`.execute(db);
  await sql`alter table wallets disable trigger user`.execute(db);
  await sql`
    insert into ledger (id, account_id, kind, ref, amount, balance_after, book, memo)
    select nextval('ledger_ids'), id, 'adjustment', username_key || '-' || n, amount, balance,
      'adjustments', 'Gift ' || n
    from (
      select a.id, a.username_key, n, n + a.id % 97 as amount,
        sum(n + a.id % 97) over (partition by a.id order by n) as balance
      from accounts a cross join generate_series(1, ${movementsEach}::integer) as n
      where a.username_key ~ '^p[0-9]+$' order by a.id, n
    ) as movements`.execute(db);
  await sql`
    insert into wallets (account_id, balance)
    select account_id, sum(amount) from ledger join accounts a on a.id = account_id
    where a.username_key ~ '^p[0-9]+$' group by account_id`.execute(db);
  await sql`alter table ledger enable trigger user`.execute(db);
  await sql`alter table wallets enable trigger user`.execute(db);
}
