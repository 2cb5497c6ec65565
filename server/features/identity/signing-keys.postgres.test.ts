import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openDatabase } from '#server/db/open-database.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { getSigningKey, listPublicKeys, rotateKeys } from './signing-keys.service.ts';

test('replicas that start or rotate at the same time agree on one key', async () => {
  const database = await openTestDatabase();
  const { databaseUrl } = database;
  const config = { secretsKey: randomBytes(32) };
  const replicas = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ databaseUrl, dataDir: '' })),
  );
  const dbs = replicas.flatMap(({ db }) => [db, db, db]);

  const first = await Promise.all(dbs.map((db) => getSigningKey({ db, config })));
  expect(new Set(first.map(({ id }) => id))).toHaveLength(1);
  await sql`update identity_keys set created_at = created_at - interval '40 days'`.execute(
    database.db,
  );
  const second = await Promise.all(dbs.map((db) => rotateKeys({ db, config })));
  expect(new Set(second.map(({ id }) => id))).toHaveLength(1);
  expect((await listPublicKeys(database.db)).map(({ kid }) => kid)).toEqual([
    second[0]?.id,
    first[0]?.id,
  ]);
  await Promise.all(replicas.map((replica) => replica.close()));
  await database.close();
});
