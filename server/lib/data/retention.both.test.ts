import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { daysUntilDeletion } from '#shared/rules/account-deletion.ts';

import { tidyOutbox } from '../mail/mail-outbox.ts';
import { forgetAddresses } from './audit.ts';
import { retentionDays } from './retention.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

describe('the audit log', () => {
  beforeAll(async () => {
    for (const days of [0, 89, 91, 400]) {
      const entry = { actor_name: 'Wyn', action: 'test/done', subject: `${days}`, ip: '10.0.0.7' };
      await database.db
        .insertInto('audit_log')
        .values({ ...entry, at: daysAgo(days), before: null, after: '{"a":1}' })
        .execute();
    }
  });

  test.each([
    ['a new entry', sql`update audit_log set ip = null where subject = '89'`],
    ['another address', sql`update audit_log set ip = '10.0.0.8' where subject = '91'`],
    ['more', sql`update audit_log set ip = null, action = 'none' where subject = '91'`],
    ['its time', sql`update audit_log set ip = null, at = now() where subject = '91'`],
  ])('does not let anyone change %s', async (_, statement) => {
    const before = await readLog();
    await expect(statement.execute(database.db)).rejects.toThrow('The audit log is append-only');
    expect(await readLog()).toEqual(before);
  });

  test('keeps its entries and forgets their addresses after 90 days', async () => {
    const before = await readLog();
    await forgetAddresses(database.db);
    await forgetAddresses(database.db);
    const old = new Set(['91', '400']);
    expect(await readLog()).toEqual(
      before.map((entry) => (old.has(entry.subject ?? '') ? { ...entry, ip: null } : entry)),
    );
  });

  test('forgets more addresses than one step takes', async () => {
    await sql`
      insert into audit_log (at, action, ip)
      select now() - interval '100 days', 'test/many', '10.0.0.9' from generate_series(1, 2500)`.execute(
      database.db,
    );
    await forgetAddresses(database.db);
    const left = (await readLog()).filter(({ ip }) => ip === '10.0.0.9');
    expect(left).toEqual([]);
  });
});

test('the outbox loses emails after 14 days, and no other files', async () => {
  const folder = await createTemporaryFolder();
  const nameOf = (days: number) => {
    const time = new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(/[-:.]/g, '');
    return `${time}-0001-0a1b2c3d.eml`;
  };
  const kept = [nameOf(0), nameOf(13), '2001-notes.txt'];
  for (const name of [...kept, nameOf(15), nameOf(400)]) {
    await writeFile(path.join(folder, name), '');
  }
  await tidyOutbox(folder);
  expect((await readdir(folder)).sort()).toEqual(kept.sort());
  await tidyOutbox(path.join(folder, 'missing'));
});

test('the manual and the privacy policy say the same numbers', async () => {
  const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const manual = await read('docs/operations.md');
  const policy = await read('server/features/own-pages/default-texts/privacy.md');
  const { sentMail, failedMail, outbox, auditAddress, revokedGameToken, backup } = retentionDays;
  const { knownNetwork } = retentionDays;
  expect(manual).toContain(`${sentMail} days after sending, ${failedMail} days after giving up`);
  expect(manual).toContain(`| Emails in \`DATA_DIR/outbox\` | ${outbox} days after writing`);
  expect(manual).toContain(`| IP addresses in the audit log | ${auditAddress} days after`);
  expect(manual).toContain(`| Revoked game tokens | ${revokedGameToken} days after revoking`);
  expect(manual).toContain(`| ${knownNetwork} days after the last sign-in from there`);
  expect(policy).toContain(`are deleted ${knownNetwork} days after you last used them`);
  expect(manual).toContain(`| ${daysUntilDeletion} days after the request`);
  expect(policy).toContain(`change your mind for ${daysUntilDeletion} days`);
  expect(policy).toContain(`administrative actions after ${auditAddress} days`);
  expect(manual).toContain(`| Scheduled backups | ${backup} days after they were made`);
  expect(await read('.env.example')).toContain(`BACKUP_KEEP_DAYS=${backup}\n`);
  expect(policy).toContain(`are deleted after ${backup} days`);
  expect(policy).toContain(`within ${Math.max(sentMail, failedMail)} days`);
});

function readLog() {
  return database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
}
