import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { formatCents } from '#shared/payments.ts';
import { formatUsername } from '#shared/usernames.ts';

import { claimReceipt, findDueReceipts } from './receipts.db.ts';
import type { DueReceipt } from './receipts.db.ts';

/** One receipt per paid order: one transaction marks the order and queues the mail. */
export async function sendReceipts(deps: Pick<Deps, 'db' | 'mailQueue' | 'config'>): Promise<void> {
  const { db, mailQueue } = deps;
  for (const due of await findDueReceipts(db)) {
    await transaction(db, async (trx) => {
      if (await claimReceipt(trx, due.id)) await mailQueue.add(trx, composeReceipt(deps, due));
    });
  }
}

function composeReceipt({ config }: Pick<Deps, 'config'>, due: DueReceipt) {
  const coins = `${due.coins.toLocaleString('en')} Wyncoins`;
  const paidAt = (due.paidAt ?? new Date()).toISOString().slice(0, 16).replace('T', ' ');
  return {
    to: due.email,
    subject: `Your ${config.siteName} receipt: ${coins}`,
    heading: `${coins} are yours`,
    paragraphs: [
      `Hello ${formatUsername(due.username)}, thank you. Your payment of ${formatCents(due.amount)} arrived on ${paidAt} UTC, and ${coins} are in your balance.`,
      ...(due.mode === 'live' ? [] : ['This was a test payment: no real money was taken.']),
      `Order ${due.id}. Keep this mail as your receipt; questions about it go to ${config.contactEmail}.`,
    ],
    action: { label: 'Open the store', url: `${config.siteUrl}/shop` },
  };
}
