import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { AccountDeletion } from '#shared/endpoints/personal-data.ts';
import { AppError } from '#shared/errors.ts';
import { isAdmin } from '#shared/rules/permissions.ts';

import { hasOtherStayingAdmin, insertDeletion, removeDeletion } from './account-deletion.db.ts';
import type { AccountRow } from './accounts.db.ts';
import { getAccount } from './accounts.service.ts';
import { assertNotOwnAccount, changeAccount, requireOtherAdmin } from './change-account.service.ts';
import type { ChangeRequest } from './change-account.service.ts';

export {
  anonymiseAccount,
  applyDeletions,
  findDeletions,
  findDueAccounts,
  lockDueAccount,
  removeDeletion,
  setClosing,
} from './account-deletion.db.ts';

export type { Deletions } from './account-deletion.db.ts';

/**
 * The first step of a deletion: the account is marked, and its owner has two weeks to keep it. Asking twice
 * changes nothing, so the days are counted from the first time. The job in personal-data does the rest.
 */
type DeletionDeps = Pick<Deps, 'db' | 'live' | 'mailQueue' | 'config' | 'brand' | 'onProblem'>;

export function describeDeletion({
  deleteAfter,
}: Pick<AccountRow, 'deleteAfter'>): AccountDeletion {
  return { deleteAfter: deleteAfter?.toISOString() ?? null };
}

export async function requestOwnDeletion(
  deps: DeletionDeps,
  actor: Actor,
  username: string,
): Promise<AccountDeletion> {
  await change(deps, actor, [], async (trx, audit) => {
    const account = await getAccount(trx, username);
    const entry = await markForDeletion({ ...deps, db: trx }, account);
    if (!entry) return;
    audit(entry.action, account.usernameKey, { after: entry.after });
    await deps.live.publish(trx, { topic: 'me', accountId: account.id });
  });
  return describeDeletion(await getAccount(deps.db, username));
}

export async function requestUserDeletion(
  deps: DeletionDeps,
  request: ChangeRequest,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    const text = 'Delete your own account on your settings page.';
    assertNotOwnAccount(request.actor, account, text);
    const entry = await markForDeletion({ ...deps, db: trx }, account);
    if (entry) return entry;
    throw new AppError('accounts/already-leaving', 'This account is already set to be deleted.');
  });
}

async function markForDeletion(deps: DeletionDeps, account: AccountRow) {
  await requireOtherAdmin(deps.db, account.id);
  // The others may be leaving too.
  if (isAdmin(account.userRights) && !(await hasOtherStayingAdmin(deps.db, account.id))) {
    throw new AppError('accounts/last-admin', 'There must always be one admin.');
  }
  const deleteAfter = await insertDeletion(deps.db, account.id);
  if (!deleteAfter) return undefined;
  const day = deleteAfter.toISOString().slice(0, 10);
  const { email: to, username } = account;
  const values = { day, link: `${deps.config.siteUrl}/profile/settings` };
  const mail = await composeMail(deps, deps.db, 'deletion-requested', { to, username, values });
  await deps.mailQueue.add(deps.db, mail);
  return { action: 'accounts/deletion-requested', after: { deleteAfter: day } };
}

export async function keepOwnAccount(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  username: string,
): Promise<void> {
  await change(deps, actor, [], async (trx, audit) => {
    const { id, usernameKey } = await getAccount(trx, username);
    if (!(await removeDeletion(trx, id))) throw notLeaving();
    audit(keptAction, usernameKey);
    await deps.live.publish(trx, { topic: 'me', accountId: id });
  });
}

export async function keepUserAccount(
  deps: Pick<Deps, 'db' | 'live'>,
  request: ChangeRequest,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    if (!(await removeDeletion(trx, account.id))) throw notLeaving();
    return { action: keptAction };
  });
}

const keptAction = 'accounts/deletion-canceled';

function notLeaving(): AppError {
  return new AppError('accounts/not-leaving', 'This account is not set to be deleted.');
}
