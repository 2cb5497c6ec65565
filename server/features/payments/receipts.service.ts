import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { countCredited } from '#shared/endpoints/payments.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { claimReceipt, findDueReceipts } from './receipts.db.ts';
import type { DueReceipt } from './receipts.db.ts';

/** One transaction marks the order and queues the email, so each paid order gets one receipt. */
export async function sendReceipts(
  deps: Pick<Deps, 'db' | 'mailQueue' | 'config' | 'brand' | 'onProblem'>,
): Promise<void> {
  const { db, mailQueue } = deps;
  for (const due of await findDueReceipts(db)) {
    await transaction(db, async (trx) => {
      if (!(await claimReceipt(trx, due.id))) return;
      const mail = await composeMail(deps, trx, 'receipt', describeReceipt(deps, due));
      await mailQueue.add(trx, mail);
    });
  }
}

function describeReceipt({ brand, config }: Pick<Deps, 'brand' | 'config'>, due: DueReceipt) {
  const paidAt = (due.paidAt ?? new Date()).toISOString().slice(0, 16).replace('T', ' ');
  return {
    to: due.email,
    username: due.username,
    values: {
      amount: formatAmount(due.amount, due.currency),
      coins: `${countCredited(due).toLocaleString('en')} ${brand.now().words.coins}`,
      order: due.id,
      time: `${paidAt} UTC`,
      test: due.mode === 'live' ? '' : 'This was a test payment: no real money was taken.',
      link: `${config.siteUrl}/shop`,
    },
  };
}
