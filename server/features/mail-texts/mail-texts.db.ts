import type { Db } from '#server/db/schema.ts';
import type { MailKind } from '#shared/endpoints/mail-texts.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number];

export function findNewest(db: Db, kind: MailKind): Promise<VersionRow | undefined> {
  return selectVersions(db)
    .where('saved.kind', '=', kind)
    .orderBy('saved.version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findNewestOfAll(db: Db): Promise<VersionRow[]> {
  return selectVersions(db)
    .distinctOn('saved.kind')
    .orderBy('saved.kind')
    .orderBy('saved.version', 'desc')
    .execute();
}

export function findVersions(db: Db, kind: MailKind, rows: { limit: number; offset: number }) {
  return selectVersions(db)
    .where('saved.kind', '=', kind)
    .orderBy('saved.version', 'desc')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute();
}

function selectVersions(db: Db) {
  return db
    .selectFrom('mail_text_versions as saved')
    .leftJoin('accounts as account', 'account.id', 'saved.saved_by')
    .select([
      'saved.kind',
      'saved.version',
      'saved.document',
      'saved.saved_at as savedAt',
      'account.username as savedBy',
    ]);
}

type NewVersion = { kind: MailKind; version: number; document: MailText | null; by: number | null };

/** False if the version exists already. */
export async function insertVersion(
  db: Db,
  { kind, version, document, by }: NewVersion,
): Promise<boolean> {
  const inserted = await db
    .insertInto('mail_text_versions')
    .values({ kind, version, document: document && JSON.stringify(document), saved_by: by })
    .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findUsernameByEmail(db: Db, email: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select('username')
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst();
  return account?.username;
}
