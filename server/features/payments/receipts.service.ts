import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { formatAmount } from '#shared/payment-currencies.ts';
import { formatUsername } from '#shared/usernames.ts';

import { claimReceipt, findDueReceipts } from './receipts.db.ts';
import type { DueReceipt } from './receipts.db.ts';

/** One transaction marks the order and queues the email, so each paid order gets one receipt. */
export async function sendReceipts(
  deps: Pick<Deps, 'db' | 'mailQueue' | 'config' | 'brand'>,
): Promise<void> {
  const { db, mailQueue } = deps;
  for (const due of await findDueReceipts(db)) {
    await transaction(db, async (trx) => {
      if (await claimReceipt(trx, due.id)) await mailQueue.add(trx, composeReceipt(deps, due));
    });
  }
}

function composeReceipt({ brand, config }: Pick<Deps, 'brand' | 'config'>, due: DueReceipt) {
  const coins = `${due.coins.toLocaleString('en')} ${brand.now().words.coins}`;
  const paidAt = (due.paidAt ?? new Date()).toISOString().slice(0, 16).replace('T', ' ');
  return {
    to: due.email,
    subject: `Your ${brand.now().name} receipt: ${coins}`,
    heading: `${coins} are yours`,
    paragraphs: [
      `Hello ${formatUsername(due.username)}, thank you. We received your payment of ${formatAmount(due.amount, due.currency)} on ${paidAt} UTC and added ${coins} to your balance.`,
      ...(due.mode === 'live' ? [] : ['This was a test payment: no real money was taken.']),
      `Order ${due.id}. Keep this email as your receipt. If you have questions about it, write to ${config.contactEmail}.`,
    ],
    action: { label: 'Open the store', url: `${config.siteUrl}/shop` },
  };
}
