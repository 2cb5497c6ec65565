import { sql } from 'kysely';

import { forgetInText, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const walletPersonalData: PersonalData = {
  parts: [
    {
      title: 'Coins',
      tables: ['wallets'],
      read: readRows(
        ({ id }) => sql`
          select balance, open_disputes from wallets where account_id = ${id}`,
      ),
    },
    {
      title: 'Coin movements',
      tables: ['ledger', 'ledger_entries'],
      read: readRows(
        ({ id }) => sql`
          select id, at, kind, memo, amount, balance_after
          from ledger_entries where account_id = ${id} order by id`,
      ),
    },
  ],
  /** Balances and amounts stay with the anonymous account, so that all sums are as before. */
  async erase(trx, owner) {
    const memo = forgetInText('memo', owner);
    await sql`
      update ledger set memo = ${memo} where account_id = ${owner.id} and memo <> ${memo}`.execute(
      trx,
    );
    await sql`
      update ledger set ref = 'erased:' || id
      where account_id = ${owner.id} and ref like 'firebase:%'`.execute(trx);
  },
};
