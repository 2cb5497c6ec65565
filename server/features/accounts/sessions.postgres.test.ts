import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { expireSessions, touchSession } from './sessions.db.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

test('a session that a ban ends while it is being extended stays ended', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('Racer');
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', player.id)
    .executeTakeFirstOrThrow();
  // Kysely's own transaction, because inside transaction() `db` could not be used for the ban.
  await db.transaction().execute(async (trx) => {
    // Fixes this transaction's now() before the expiry that the ban writes.
    await sql`select now()`.execute(trx);
    await expireSessions(db, player.id);
    await touchSession(trx, id, { idleDays: 30, totalDays: 90 });
  });
  const headers = { cookie: player.cookie };
  const answer = await site.app.inject({ url: '/auth/verify', headers });
  expect(answer.statusCode).toBe(401);
});
