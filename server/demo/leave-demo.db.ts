import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import { fixedPages } from '#shared/rules/own-page-address.ts';

/** Tables that may hold real data: accounts that people registered, and the owner's settings, among them the
 * lists of skills and labels. Of the pages, terms and privacy stay. */
const keptTables = [
  'accounts',
  'identity_users',
  'identity_keys',
  'two_factor_secrets',
  'recovery_codes',
  'reserved_names',
  'event_reminder_opt_outs',
  'hidden_players',
  'settings',
  'skills',
  'labels',
  'own_pages',
  'own_page_versions',
  'own_page_former_addresses',
  // Accounts refer to it, so it cannot be truncated.
  'supporter_steps',
] as const satisfies (keyof Schema)[];

/** The streak reward and the prize for votes, the goal of the community and the bonus packs. */
const demoSettings = ['votes.rules', 'supporters.goal', 'payments.bonus_packs'];

/** Whether demo content was ever loaded. Only demo players can have the identity provider `demo`. */
export function hasDemoPlayers(db: Db): Promise<boolean> {
  return hasRow(db, 'accounts', sql`identity_provider = 'demo'`);
}

/** Triggers of the ledger and related tables forbid this, so they are disabled meanwhile. */
export async function emptyContentTables(trx: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'
      and not tablename = any(${[...keptTables]})
    order by tablename`.execute(trx);
  const names = rows.map(({ name }) => name);
  for (const name of names) {
    await sql.raw(`alter table ${name} disable trigger user`).execute(trx);
  }
  await sql.raw(`truncate ${names.join(', ')}`).execute(trx);
  for (const name of names) await sql.raw(`alter table ${name} enable trigger user`).execute(trx);
  await trx.deleteFrom('settings').where('key', 'in', demoSettings).execute();
  await trx.deleteFrom('own_pages').where('slug', 'not in', fixedPages).execute();
}

export async function deleteDemoAccounts(trx: Db, emails: string[]): Promise<void> {
  await trx.deleteFrom('identity_users').where('email_key', 'in', emails).execute();
  await trx.deleteFrom('reserved_names').where('email', 'like', '%@players.wynhold.test').execute();
  await trx
    .deleteFrom('accounts')
    .where((where) =>
      where.or([where('email_key', 'in', emails), where('identity_provider', '=', 'demo')]),
    )
    .execute();
}

/**
 * Any account may have been promoted, because the demo admin's password is public. Supporter ranks go with the
 * payments. Returns the number of accounts.
 */
export async function resetRights(trx: Db): Promise<number> {
  const accounts = await trx
    .updateTable('accounts')
    .set({
      user_rights: 0,
      community_manager: false,
      supporter_step: null,
      is_named_supporter: false,
    })
    .returning('id')
    .execute();
  await trx.deleteFrom('supporter_steps').execute();
  return accounts.length;
}
