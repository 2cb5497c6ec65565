import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
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
};
