import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { makeBackup } from '../make-backup.service.ts';
import { checkBackup } from '../read-backup.ts';
import { restoreBackup } from '../restore.service.ts';

/** Longer than one line of a backup. */
export const launcher = Buffer.alloc(2_000_000, 'launcher');
export const pictureBytes = Buffer.from([0, 1, 250, 255, 10, 13]);

export type BackedUpSite = {
  site: TestApp;
  media: ReturnType<typeof createMemoryStore>;
  /** A backup of the site. */
  file: string;
  close(): Promise<void>;
};

/** A site with a little of everything that a backup must keep, and one backup of it for all tests of a file. */
export async function backUpFilledSite(): Promise<BackedUpSite> {
  const media = createMemoryStore();
  const site = await openTestApp({ replace: () => ({ media }) });
  const olga = await site.addPlayer('Olga');
  await site.addPlayer('Zed', 3);
  const { db } = site.deps;
  await giveCoins(db, olga.id, 250);
  await ingestStats(site.deps, { reports: [reportOf('Olga', { Attack: 83.4 })] });
  await sql`
    insert into settings (key, value) values ('odd', ${JSON.stringify('a\nb\t"\\ ü 🗝 \u2028')})`.execute(
    db,
  );
  await media.put('ab-400.webp', pictureBytes);
  await media.put('launcher-ff.jar', launcher);
  await media.put('preview-1.png', pictureBytes);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
  const file = path.join(folder, 'site.wynhold');
  await makeBackup(site.deps, file);
  return {
    site,
    media,
    file,
    async close() {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}

export async function giveCoins(
  db: Db,
  accountId: number | undefined,
  amount: number,
): Promise<void> {
  await sql`
    select move_coins(${accountId}, 'adjustment', ${`gift-${amount}`}, ${amount}, 'adjustments', 'Gift')`.execute(
    db,
  );
}

export async function restore(
  file: string,
  { db }: { db: Db },
  media = createMemoryStore(),
): Promise<void> {
  await restoreBackup({ db, media }, file, { header: await checkBackup(file) });
}

/** Not in a backup: see listTables and secret-tables.ts. A restore adds an entry to the audit log. */
const leftOut = new Set([
  'audit_log',
  'identity_email_codes',
  'identity_keys',
  'identity_refresh_tokens',
  'identity_reset_codes',
  'job_runs',
  'kysely_migration',
  'kysely_migration_lock',
  'name_claims',
  'rate_limits',
  'sessions',
  'setup_codes',
]);

type Contents = Record<string, { rows: number; digest: string | null }>;

/** A digest of all rows of each table. It shares no code with backups. */
export async function digestTables(db: Db): Promise<Contents> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const contents: Contents = {};
  for (const { name } of tables) {
    if (leftOut.has(name)) continue;
    const { rows } = await sql<{ rows: number; digest: string | null }>`
      select count(*) as rows, md5(string_agg(line, '|' order by line)) as digest
      from (select t::text collate "C" as line from ${sql.id(name)} as t) as lines`.execute(db);
    contents[name] = rows[0] ?? { rows: 0, digest: null };
  }
  return contents;
}

/** Everything in the schema besides rows: columns, constraints, indexes, triggers, functions, sequences. */
export async function describeObjects(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select 'column' as kind, attrelid::regclass || '.' || attname as name,
        concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
          pg_get_expr(adbin, adrelid)) as definition
      from pg_attribute join pg_class c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
        and relkind in ('r', 'S')
      union all
      select 'constraint', coalesce(conrelid::regclass::text, '') || '.' || conname,
        convalidated || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
      union all
      select 'trigger', tgrelid::regclass || '.' || tgname, tgenabled::text || pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal
      union all
      -- resize_hiscores writes the numbers of hiscore_bucket with more zeros than migration 0006.
      select 'function', oid::regprocedure::text,
        regexp_replace(regexp_replace(prosrc, '\\.0+\\M', '', 'g'), '(\\.\\d*[1-9])0+\\M', '\\1', 'g')
      from pg_proc
      where pronamespace = 'public'::regnamespace
      union all
      select 'sequence', sequencename, coalesce(last_value::text, 'unused')
      -- A restore skips account ids, and adds an entry to the audit log.
      from pg_sequences where schemaname = 'public'
        and sequencename not in ('accounts_id_seq', 'audit_log_id_seq')
      union all
      select 'migration', name, checksum from kysely_migration join kysely_migration_checksums using (name)
    ) as objects order by kind, name, definition`.execute(db);
  return rows;
}

/** Changes the lines of a backup and gives it a digest that fits, as only a bug or an attacker would. */
export async function forgeBackup(
  from: string,
  to: string,
  change: (lines: string[]) => string[],
  { keepsSignature = false } = {},
): Promise<void> {
  const all = gunzipSync(await readFile(from))
    .toString()
    .split('\n');
  const { signature } = JSON.parse(all.at(-2) ?? '') as { signature?: unknown };
  const body = change(all.slice(0, -2))
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const end = JSON.stringify({ end: true, sha256, ...(keepsSignature && { signature }) });
  await writeFile(to, gzipSync(`${body}${end}\n`));
}
