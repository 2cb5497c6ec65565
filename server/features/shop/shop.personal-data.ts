import { sql } from 'kysely';

import { ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const shopPersonalData: PersonalData = {
  parts: [
    ownRows('Shop items you changed last', 'shop_items.updated_by', 'id, name, updated_at'),
    ownRows('Sales you changed last', 'shop_sales.updated_by', 'id, name, updated_at'),
    ownRows('The item you have pinned', 'pinned_items.account_id', 'shop_item_id'),
    ownRows('Discounts', 'shop_discounts.account_id', 'percent, label, expires_at, purchase_id'),
    ownRows(
      'Ranks and memberships',
      'shop_grants.account_id',
      'purchase_id, kind, value, starts_at, ends_at, ended_at',
    ),
    sqlRows(
      'Codes you used',
      ['code_uses', 'codes', 'code_batches'],
      ({ id }) => sql`
        select at, name, label as code, kind, value
        from code_uses join codes on codes.id = code_id join code_batches on code_batches.id = codes.batch_id
        where account_id = ${id} order by code_uses.id`,
    ),
    sqlRows(
      'Notes that you wrote with gifts',
      ['gift_notes'],
      ({ id }) => sql`
        select purchase_id, note, reported_at from gift_notes join purchases on purchases.id = purchase_id
        where account_id = ${id} order by purchase_id`,
    ),
    ownRows('Emails about gifts', 'gift_mail_wishes.account_id', "'on' as gift_emails"),
  ],
  deletes: ['pinned_items', 'shop_discounts', 'shop_grants', 'gift_mail_wishes'],
  async erase(trx, { id }) {
    await sql`update code_uses set account_id = null where account_id = ${id}`.execute(trx);
    await sql`
      delete from gift_notes using purchases
      where purchases.id = purchase_id and ${id} in (account_id, receiver_id)`.execute(trx);
  },
};
