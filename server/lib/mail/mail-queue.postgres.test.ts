import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { claimMails, insertMail } from './mail-queue.db.ts';

test('two processes that claim emails at the same time get different ones', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  for (let number = 0; number < 6; number += 1) {
    const to = `player-${number}@example.test`;
    await insertMail(db, { to, subject: 'News', heading: 'News', paragraphs: ['Hello.'] });
  }
  // Kysely's own transactions, because transaction() allows no second one inside it.
  const claimed = await db.transaction().execute(async (trx) => {
    const first = await claimMails(trx, 3);
    const second = await db.transaction().execute(async (other) => {
      // The second process skips the rows of the first one, so it never waits for a lock.
      await sql`set local lock_timeout = '5s'`.execute(other);
      return claimMails(other, 3);
    });
    return [...first, ...second].map(({ to }) => to);
  });
  expect(new Set(claimed).size).toBe(6);
});
