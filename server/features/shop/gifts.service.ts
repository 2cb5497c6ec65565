import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/accounts.service.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import * as queries from './gifts.db.ts';

export { countReportedNotes } from './gifts.db.ts';

/**
 * A gift is a purchase of the giver, who pays and is refunded, with a receiver, who gets the delivery. The purchase,
 * its note and the messages are one transaction. Notes are plain text, and not in the email: a stranger must not be
 * able to write to a player's mailbox.
 */
export type GiftDeps = Pick<Deps, 'brand' | 'config' | 'mailQueue' | 'onProblem' | 'live'>;
export type Receiver = { id: number; username: string; email: string };

export async function getReceiver(db: Db, giverId: number, name: string): Promise<Receiver> {
  const account = await findAccount(db, name);
  if (!account || account.deleteAfter) {
    throw invalidField('giftTo', 'There is no player by that name.');
  }
  if (account.id === giverId) throw invalidField('giftTo', 'This is your own name.');
  return account;
}

type Gift = { purchaseId: number; itemName: string; from: string; note: string | undefined };

export async function announceGift(
  deps: GiftDeps,
  trx: Trx,
  receiver: Receiver,
  { purchaseId, itemName, from, note }: Gift,
): Promise<void> {
  if (note !== undefined) await queries.insertNote(trx, purchaseId, note);
  const gift = `${from} gave you ${itemName}! You find it in your wallet.`;
  await deps.live.publish(trx, { topic: 'me', accountId: receiver.id, data: { gift } });
  if (!(await queries.wantsGiftMails(trx, receiver.id))) return;
  const { email: to, username } = receiver;
  const values = { from, item: itemName, link: `${deps.config.siteUrl}/profile/wallet` };
  await deps.mailQueue.add(trx, await composeMail(deps, trx, 'gift', { to, username, values }));
}

export async function reportGiftNote(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  id: number,
): Promise<void> {
  if (!(await queries.markReported(db, id, accountId))) throw noteNotFound();
  await live.publish(db, { topic: 'me', accountId });
  await live.publish(db, { topic: 'admin' });
}

/** Staff decides about a note, reported or not. The note itself is not logged: it goes with the account that wrote it. */
export async function reviewGiftNote(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  { id, isKept }: { id: number; isKept: boolean },
): Promise<void> {
  await change(deps, actor, ['shop', 'admin'], async (trx, audit) => {
    if (!(await queries.updateNote(trx, id, isKept))) throw noteNotFound();
    audit(isKept ? 'shop/gift-note-kept' : 'shop/gift-note-removed', id);
  });
}

export async function setGiftMails(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  isOn: boolean,
): Promise<void> {
  await queries.updateGiftMails(db, accountId, isOn);
  await live.publish(db, { topic: 'me', accountId });
}

function noteNotFound(): AppError {
  return new AppError('request/not-found', 'This gift has no note.');
}
