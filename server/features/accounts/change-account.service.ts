import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor, AuditedAction } from '#server/lib/audit.ts';
import { AppError } from '#shared/errors.ts';
import { accessMessages, rights } from '#shared/permissions.ts';
import { canActOn, canHavePermissions, needsStaffSecurity } from '#shared/staff-permissions.ts';
import type { StaffPermission } from '#shared/staff-permissions.ts';

import { findActiveAdmins, incrementVersion, lockAdmins, updateAccount } from './accounts.db.ts';
import type { AccountRow } from './accounts.db.ts';
import { getAccount } from './accounts.service.ts';
import {
  deletePermission,
  deletePermissions,
  findPermittedRights,
  insertPermission,
} from './permissions.db.ts';
import { revokeSessionsWithoutPublish, revokeTokens } from './sessions.service.ts';

export { findPermissions } from './permissions.db.ts';

/**
 * Changes that admins, or staff with a permission, make to an account. Each change locks all admins first,
 * in a fixed order, also those that give and take rights and permissions. So the actor still has them when
 * the change commits, only one of two admins acting against each other succeeds, and at least one admin
 * always remains. Each change checks and increments the account's
 * version, so of two concurrent changes the second fails. Each change writes one audit log entry.
 */
type Action = Pick<AuditedAction, 'action' | 'before' | 'after'>;

export type ChangeRequest = {
  username: string;
  actor: Actor;
  /** Omitted only by the command line. */
  version?: number | undefined;
  /** Staff with one of these may do it too, to accounts with lower rights than their own. */
  permissions?: readonly StaffPermission[] | undefined;
};

type ChangeDeps = Pick<Deps, 'db' | 'live'>;
type RightsDeps = Pick<Deps, 'db' | 'live' | 'identity' | 'onProblem'>;

export async function changeAccount(
  { db, live }: ChangeDeps,
  { username, actor, version, permissions = [] }: ChangeRequest,
  change: (trx: Trx, account: AccountRow) => Promise<Action>,
): Promise<void> {
  await transaction(db, async (trx) => {
    const actorRights = await requireActor(trx, actor, permissions);
    const { id } = await getAccount(trx, username);
    const account = await incrementVersion(trx, id, version);
    if (!account) throw outdatedError();
    if (!canActOn(actorRights, account.userRights)) throw higherRank();
    const action = await change(trx, account);
    await recordAudit(trx, { actor, subject: account.usernameKey, ...action });
    await live.publish(trx, { topic: 'me', accountId: id });
  });
}

/**
 * A promotion ends the account's sessions: they may have started without the second factor that is
 * now required.
 */
export async function setRights(
  deps: RightsDeps,
  username: string,
  change: Omit<ChangeRequest, 'username'> & {
    rights: number;
    /** Runs first in the same transaction, and may refuse. */
    check?: (trx: Trx) => Promise<void>;
    /** Runs in the same transaction, to update the player's rank in the game. */
    onChanged?: (trx: Trx, account: AccountRow) => Promise<void>;
  },
): Promise<void> {
  let promoted: AccountRow | undefined;
  await changeAccount(deps, { ...change, username }, async (trx, account) => {
    await change.check?.(trx);
    assertNotOwnAccount(
      change.actor,
      account,
      'You cannot change your own rights. Ask another admin.',
    );
    if (change.rights !== rights.admin) await requireOtherAdmin(trx, account.id);
    await updateAccount(trx, account.id, { user_rights: change.rights });
    const keepsPermissions = canHavePermissions(change.rights);
    if (!keepsPermissions) await deletePermissions(trx, account.id);
    promoted = change.rights > account.userRights ? account : undefined;
    if (promoted) await revokeSessionsWithoutPublish(trx, account.id);
    await change.onChanged?.(trx, account);
    return {
      action: 'accounts/rights-changed',
      before: {
        rights: account.userRights,
        ...(!keepsPermissions &&
          account.permissions.length > 0 && { permissions: account.permissions }),
      },
      after: { rights: change.rights },
    };
  });
  if (promoted) await revokeTokens(deps, promoted);
}

/** The first permission of a player moderator ends the sessions, for the same reason as a promotion. */
export async function changePermission(
  deps: RightsDeps,
  request: ChangeRequest,
  { permission, isGiven }: { permission: StaffPermission; isGiven: boolean },
): Promise<void> {
  let signedOut: AccountRow | undefined;
  await changeAccount(deps, request, async (trx, account) => {
    if (!canHavePermissions(account.userRights)) {
      throw new AppError(
        'admin/not-staff',
        'Only player moderators and staff can have single permissions.',
      );
    }
    const hasChanged = isGiven
      ? await insertPermission(trx, { accountId: account.id, permission, by: request.actor.id })
      : await deletePermission(trx, account.id, permission);
    if (!hasChanged) throw outdatedError();
    signedOut = isGiven && !needsStaffSecurity(account) ? account : undefined;
    if (signedOut) await revokeSessionsWithoutPublish(trx, account.id);
    return isGiven
      ? { action: 'accounts/permission-given', after: { permission } }
      : { action: 'accounts/permission-taken', before: { permission } };
  });
  if (signedOut) await revokeTokens(deps, signedOut);
}

export async function changeCommunityManager(
  deps: ChangeDeps,
  request: ChangeRequest,
  isCommunityManager: boolean,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    await updateAccount(trx, account.id, { community_manager: isCommunityManager });
    return {
      action: 'accounts/community-manager-changed',
      before: { communityManager: account.communityManager },
      after: { communityManager: isCommunityManager },
    };
  });
}

export function assertNotOwnAccount(
  actor: Actor,
  account: Pick<AccountRow, 'id'>,
  text: string,
): void {
  if (actor.id === account.id) throw new AppError('admin/own-account', text);
}

/** For changes that do not go through changeAccount. */
export async function checkAndIncrementVersion(
  trx: Db,
  accountId: number,
  version: number | undefined,
): Promise<void> {
  if (!(await incrementVersion(trx, accountId, version))) throw outdatedError();
}

/** Throws if this account is the only admin who is not banned. */
export async function requireOtherAdmin(trx: Db, accountId: number): Promise<void> {
  await lockAdmins(trx);
  const admins = await findActiveAdmins(trx);
  if (admins.length === 1 && admins[0] === accountId) {
    throw new AppError('accounts/last-admin', 'There must always be one admin.');
  }
}

export async function isLastAdmin(db: Db, accountId: number): Promise<boolean> {
  const admins = await findActiveAdmins(db);
  return admins.length === 1 && admins[0] === accountId;
}

/** For changes that only admins make and that do not go through changeAccount. */
export async function requireActingAdmin(trx: Db, actor: Actor): Promise<void> {
  await requireActor(trx, actor, []);
}

/**
 * Checks again what the session check found, this time under a lock that lasts until commit. Returns the
 * rights that the actor acts with.
 */
async function requireActor(
  trx: Db,
  actor: Actor,
  permissions: readonly StaffPermission[],
): Promise<number> {
  await lockAdmins(trx);
  if (actor.id === null || (await findActiveAdmins(trx)).includes(actor.id)) return rights.admin;
  const permitted = await findPermittedRights(trx, actor.id, permissions);
  if (permitted === undefined) throw new AppError('access/admin-only', accessMessages.adminOnly);
  return permitted;
}

function higherRank(): AppError {
  return new AppError(
    'access/higher-rank',
    'You can do this only to players with lower rights than yours.',
  );
}

function outdatedError(): AppError {
  return new AppError(
    'admin/outdated',
    'Another admin has just changed this player. Check the new values and try again.',
  );
}
