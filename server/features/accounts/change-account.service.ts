import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor, AuditedAction } from '#server/lib/data/audit.ts';
import { AppError } from '#shared/errors.ts';
import { rights } from '#shared/rules/permissions.ts';
import { accessMessages } from '#shared/rules/route-guard.ts';
import {
  canActOn,
  canHavePermissions,
  needsStaffSecurity,
} from '#shared/rules/staff-permissions.ts';
import type { StaffPermission, Standing } from '#shared/rules/staff-permissions.ts';

import { findActiveAdmins, incrementVersion, lockAdmins, updateAccount } from './accounts.db.ts';
import type { AccountRow } from './accounts.db.ts';
import { getAccount } from './accounts.service.ts';
import {
  deletePermissionsExcept,
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
 * version, so of two concurrent changes the second fails. Each change writes an audit log entry, and one for
 * each permission.
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
  change: (trx: Trx, account: AccountRow) => Promise<Action | Action[]>,
): Promise<void> {
  await transaction(db, async (trx) => {
    const actorRights = await requireActor(trx, actor, permissions);
    const { id } = await getAccount(trx, username);
    const account = await incrementVersion(trx, id, version);
    if (!account) throw outdatedError();
    if (!canActOn(actorRights, account.userRights)) {
      const text = 'You can do this only to players with lower rights than yours.';
      throw new AppError('access/higher-rank', text);
    }
    for (const action of [await change(trx, account)].flat()) {
      await recordAudit(trx, { actor, subject: account.usernameKey, ...action });
    }
    await live.publish(trx, { topic: 'me', accountId: id });
  });
}

type RightsChange = {
  rights: number;
  /** All that the account has afterwards. Omitted: those it has, if the rank allows any. */
  permissions?: readonly StaffPermission[] | undefined;
};

/**
 * Rank and permissions at once. A promotion, and the first permission of a player moderator, end the account's
 * sessions: they may have started without the second factor that is now required.
 */
export async function setRights(
  deps: RightsDeps,
  username: string,
  change: Omit<ChangeRequest, 'username' | 'permissions'> &
    RightsChange & {
      /** Runs first in the same transaction, and may refuse. */
      check?: (trx: Trx) => Promise<void>;
      /** Runs in the same transaction, to update the player's rank in the game. */
      onChanged?: (trx: Trx, account: AccountRow) => Promise<void>;
    },
): Promise<void> {
  const { actor, version, permissions } = change;
  let signedOut: AccountRow | undefined;
  await changeAccount(deps, { username, actor, version }, async (trx, account) => {
    await change.check?.(trx);
    assertNotOwnAccount(actor, account, 'You cannot change your own rights. Ask another admin.');
    if (change.rights !== rights.admin) await requireOtherAdmin(trx, account.id);
    const isRankChanged = change.rights !== account.userRights || permissions === undefined;
    const after = { userRights: change.rights, permissions: choosePermissions(account, change) };
    const actions = describeRightsChange(account, after, isRankChanged);
    if (actions.length === 0) throw outdatedError();
    await updateAccount(trx, account.id, { user_rights: change.rights });
    await deletePermissionsExcept(trx, account.id, after.permissions);
    for (const permission of after.permissions) {
      await insertPermission(trx, { accountId: account.id, permission, by: actor.id });
    }
    const isPromoted = change.rights > account.userRights;
    const needsNewSignIn = needsStaffSecurity(after) && !needsStaffSecurity(account);
    signedOut = isPromoted || needsNewSignIn ? account : undefined;
    if (signedOut) await revokeSessionsWithoutPublish(trx, account.id);
    if (isRankChanged) await change.onChanged?.(trx, account);
    return actions;
  });
  if (signedOut) await revokeTokens(deps, signedOut);
}

function choosePermissions(
  { permissions: before }: AccountRow,
  { rights: next, permissions }: RightsChange,
): StaffPermission[] {
  if (canHavePermissions(next)) return [...new Set(permissions ?? before)];
  if (!permissions || permissions.length === 0) return [];
  throw new AppError(
    'admin/not-staff',
    'Only player moderators and staff can have single permissions.',
  );
}

/** One entry for the rank, which names the permissions that go with it, and one for each other permission. */
function describeRightsChange(before: Standing, after: Standing, isRankChanged: boolean): Action[] {
  const given = after.permissions.filter((one) => !before.permissions.includes(one));
  const taken = before.permissions.filter((one) => !after.permissions.includes(one));
  const goWithRank = !canHavePermissions(after.userRights) && taken.length > 0;
  const rank: Action = {
    action: 'accounts/rights-changed',
    before: { rights: before.userRights, ...(goWithRank && { permissions: taken }) },
    after: { rights: after.userRights },
  };
  return [
    ...(isRankChanged ? [rank] : []),
    ...given.map((permission) => ({
      action: 'accounts/permission-given',
      after: { permission },
    })),
    ...(goWithRank ? [] : taken).map((permission) => ({
      action: 'accounts/permission-taken',
      before: { permission },
    })),
  ];
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

/** Repeats the session check under a lock that lasts until commit. Returns the rights that the actor acts with. */
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

function outdatedError(): AppError {
  return new AppError(
    'admin/outdated',
    'Another admin has just changed this player. Check the new values and try again.',
  );
}
