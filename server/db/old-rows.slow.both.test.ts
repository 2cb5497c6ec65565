import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openEmptyTestDatabase } from '#server/testing/test-database.ts';

import { migrateWithin } from './migrate.ts';
import { checksums } from './migration-checksums.ts';
import { transaction } from './transaction.ts';

test('what earlier imports and deletions left is made right by the migrations', async () => {
  const { db, close } = await openEmptyTestDatabase();
  onTestFinished(close);
  const count = Object.keys(checksums).indexOf('0048_imported_leftovers');
  await transaction(db, async (trx) => {
    await migrateWithin(trx, { count });
    for (const name of ['free', 'shut', 'timed', 'gone']) {
      await sql`
        insert into identity_users (uid, email, email_key, password_hash, is_disabled)
        values (${`uid-${name}`}, ${`${name}@b.test`}, ${`${name}@b.test`}, 'x', ${name !== 'free'})`.execute(
        trx,
      );
      await sql`
        insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
        values (${name}, ${name}, ${`${name}@b.test`}, ${`${name}@b.test`}, 'embedded', ${`uid-${name}`})`.execute(
        trx,
      );
    }
    await sql`
      insert into sanctions (account_id, kind, reason, source, issued_by, expires_at)
      select id, 'ban', 'Spam', 'site', 'Ada', now() + interval '1 day'
      from accounts where username_key = 'timed'`.execute(trx);
    for (const name of ['free', 'gone']) {
      await sql`
        select move_coins(id, 'adjustment', ${`firebase:uid-${name}`}, 5, 'adjustments', 'Coins')
        from accounts where username_key = ${name}`.execute(trx);
    }
    await sql`
      update accounts set delete_after = now(), closing_at = now(), deleted_at = now() - interval '1 day'
      where username_key = 'gone'`.execute(trx);
    await sql`
      insert into news_posts (title, category, content, teaser, state, published_at)
      values ('Later', 'Community', 'x', 'x', 'published', '2098-01-02Z'),
        ('Old', 'Community', 'x', 'x', 'published', '2020-01-02Z')`.execute(trx);
  });
  await transaction(db, (trx) => migrateWithin(trx, { first: count }));

  const { rows: bans } = await sql`
    select username, reason, issued_by, lifted_by from sanctions
    join accounts on accounts.id = account_id order by username, sanctions.id`.execute(db);
  const imported = { reason: 'Disabled on the old site', issued_by: 'import', lifted_by: null };
  expect(bans).toEqual([
    { username: 'gone', ...imported },
    { username: 'shut', ...imported },
    { username: 'timed', reason: 'Spam', issued_by: 'Ada', lifted_by: 'import' },
    { username: 'timed', ...imported },
  ]);
  const { rows: disabled } = await sql`
    select uid from identity_users where is_disabled`.execute(db);
  expect(disabled).toEqual([]);
  const { rows: posts } = await sql`
    select title, state, publish_at, published_at from news_posts order by title`.execute(db);
  const [later, old] = [new Date('2098-01-02Z'), new Date('2020-01-02Z')];
  expect(posts).toEqual([
    { title: 'Later', state: 'scheduled', publish_at: later, published_at: null },
    { title: 'Old', state: 'published', publish_at: null, published_at: old },
  ]);
  const { rows: refs } = await sql`select ref from ledger order by id`.execute(db);
  expect(refs).toEqual([
    { ref: 'firebase:uid-free' },
    { ref: expect.stringMatching(/^erased:\d+$/) },
  ]);
});
