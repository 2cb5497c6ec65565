import { sql } from 'kysely';

import { forgetInText, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const walletPersonalData: PersonalData = {
  parts: [
    ownRows('Coins', 'wallets.account_id', 'balance, open_disputes'),
    sqlRows(
      'Coin movements',
      ['ledger', 'ledger_entries'],
      ({ id }) => sql`
        select id, at, kind, memo, amount, balance_after
        from ledger_entries where account_id = ${id} order by id`,
    ),
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
