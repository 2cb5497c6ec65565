import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import {
  anonymiseAccount,
  findDueAccounts,
  lockDueAccount,
  removeDeletion,
  setClosing,
} from '#server/features/accounts/account-deletion.service.ts';
import { isLastAdmin } from '#server/features/accounts/change-account.service.ts';
import {
  revokeSessionsWithoutPublish,
  revokeTokens,
} from '#server/features/accounts/sessions.service.ts';
import { findServersOf, queueCommand } from '#server/features/game-commands/commands.service.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { refundPurchase } from '#server/features/shop/purchases.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { erasePersonalData, forgottenAs } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';
import { outboxFolder, removeFromOutbox } from '#server/lib/mail/mail-outbox.ts';

import { findEarlierNames, findOpenPurchases, findReasonToWait } from './delete-accounts.db.ts';

/**
 * The second step of a deletion, when the two weeks are over. It has two parts, so that nothing that still needs
 * the name or the address is left behind:
 *
 * 1. The account is closed: signed out for good and sent its last email; the game is told to kick the player.
 * 2. In a later run, when nothing is under way any more, one transaction refunds what was not delivered, makes
 *    the account anonymous and removes its data from every table. If it fails, nothing has changed and the
 *    next run tries again. Amounts never change: the ledger stays with the anonymous account.
 */
type DeleteDeps = Deps & { personalData: PersonalData[] };
type DueAccount = NonNullable<Awaited<ReturnType<typeof lockDueAccount>>>;

const site: Actor = { id: null, name: 'the site', ip: null };

/** A provider that refuses for longer keeps its user; the audit log says so. */
const providerMayFailHours = 24;

export async function deleteDueAccounts(deps: DeleteDeps): Promise<void> {
  for (const id of await findDueAccounts(deps.db)) {
    try {
      await deleteDueAccount(deps, id);
    } catch (error) {
      deps.onProblem(`The account ${id} could not be deleted. The next run tries again.`, error);
    }
  }
}

async function deleteDueAccount(deps: DeleteDeps, id: number): Promise<void> {
  const account = await transaction(deps.db, async (trx) => {
    const due = await lockDueAccount(trx, id);
    if (due && !due.closingAt) await closeAccount(deps, trx, due);
    return due;
  });
  if (!account) return;
  if (!account.closingAt) {
    await revokeTokens(deps, account);
    return;
  }
  if (await findReasonToWait(deps.db, account)) return;
  const isIdentityLeft = !(await deleteIdentity(deps, account, account.closingAt));
  await removeFromOutbox(outboxFolder(deps.config), account.email);
  await transaction(deps.db, async (trx) => {
    const locked = await lockDueAccount(trx, id);
    if (!locked || (await findReasonToWait(trx, locked))) return;
    await eraseAccount({ ...deps, db: trx }, trx, locked);
    const after = isIdentityLeft ? { leftAtProvider: locked.uid } : undefined;
    const { key: subject } = forgottenAs(locked);
    await recordAudit(trx, { actor: site, action: 'accounts/deleted', subject, after });
  });
}

async function closeAccount(deps: DeleteDeps, trx: Trx, account: DueAccount): Promise<void> {
  const { id, username, usernameKey: subject, email: to } = account;
  if (await isLastAdmin(trx, id)) {
    await removeDeletion(trx, id);
    const after = { reason: 'There must always be one admin.' };
    await recordAudit(trx, { actor: site, action: 'accounts/deletion-canceled', subject, after });
    return;
  }
  await setClosing(trx, id);
  await revokeSessionsWithoutPublish(trx, id);
  await deps.live.publish(trx, { topic: 'me', accountId: id });
  await deps.mailQueue.add(
    trx,
    await composeMail(deps, trx, 'account-deleted', { to, username, values: {} }),
  );
  if ((await findServersOf(trx, username)).length > 0) {
    await queueCommand(deps, trx, { type: 'kick', args: { player: username }, actor: site });
  }
}

/** False if the provider keeps refusing. Users of the embedded provider are deleted with the other rows. */
async function deleteIdentity(
  { identity }: Deps,
  { uid, provider }: DueAccount,
  closingAt: Date,
): Promise<boolean> {
  if (provider === 'embedded') return true;
  const isLate = Date.now() - closingAt.getTime() > providerMayFailHours * 3_600_000;
  // A site that was switched to another provider cannot reach the old one.
  if (provider !== identity.name) return false;
  try {
    await identity.deleteUser(uid);
    return true;
  } catch (error) {
    if (!isLate) throw error;
    return false;
  }
}

async function eraseAccount(deps: DeleteDeps, trx: Trx, account: DueAccount): Promise<void> {
  for (const id of await findOpenPurchases(trx, account.id)) await refundPurchase(deps, site, id);
  await anonymiseAccount(trx, account, forgottenAs(account));
  const earlier = await findEarlierNames(trx, account.id);
  for (const owner of [account, ...earlier.map((name) => ({ ...account, ...name }))]) {
    for (const data of deps.personalData) await erasePersonalData(trx, data, owner);
  }
  for (const topic of ['hiscores', 'events', 'admin'] as const) {
    await deps.live.publish(trx, { topic });
  }
}
