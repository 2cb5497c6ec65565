import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import {
  assertNotOwnAccount,
  changeAccount,
  checkAndIncrementVersion,
  findPermissions,
  isLastAdmin,
  requireActingAdmin,
  setRights,
} from '#server/features/accounts/change-account.service.ts';
import type { ChangeRequest } from '#server/features/accounts/change-account.service.ts';
import {
  listAccountSessions,
  revokeSession,
  revokeSessionsWithoutPublish,
  revokeTokens,
} from '#server/features/accounts/sessions.service.ts';
import { hasTwoFactor } from '#server/features/accounts/two-factor.service.ts';
import { findDiscordName } from '#server/features/discord/links.service.ts';
import { findServersOf, queueCommand } from '#server/features/game-commands/commands.service.ts';
import {
  deleteInfraction,
  findInfractions,
  findSanctionsInForce,
  findSanctionsOf,
  imposeSanction,
  insertInfraction,
  liftSanction,
} from '#server/features/sanctions/sanctions.service.ts';
import { adjustCoins } from '#server/features/wallet/wallet.service.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { ManagedUser, PlayerVote, SanctionKind } from '#shared/endpoints/players.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { findAccountStatus, findPlayerVotes } from './manage.db.ts';

/** Reads and changes one player for an admin or a moderator. Rules for the changes: see change-account.service.ts. */
type ManageDeps = Pick<Deps, 'db' | 'live'>;

export async function getManagedUser(
  { db }: Pick<Deps, 'db'>,
  username: string,
  caller: SessionAccount,
): Promise<ManagedUser> {
  const account = await getAccount(db, username);
  const sanctions = (await findSanctionsOf(db, account.id)).map(withIsoDates);
  const inForce = await findSanctionsInForce(db, account.id);
  const findInForce = (kind: SanctionKind) => {
    const active = inForce.find((one) => one.kind === kind);
    return sanctions.find(({ id }) => id === active?.id) ?? null;
  };
  const status = await findAccountStatus(db, account);
  const user = {
    ...withIsoDates(account),
    username: formatUsername(account.username),
    isEmailConfirmed: account.emailVerifiedAt !== null,
    permissions: (await findPermissions(db, account.id)).map(withIsoDates),
    isOwn: account.id === caller.id,
    isLastAdmin: await isLastAdmin(db, account.id),
    hasTwoFactor: await hasTwoFactor(db, account.id),
    discordName: await findDiscordName(db, account.id),
    isOnline: (await findServersOf(db, account.username)).length > 0,
    ...status,
    ban: findInForce('ban'),
    mute: findInForce('mute'),
    sanctions,
    infractions: (await findInfractions(db, account.id)).map(withIsoDates),
    sessions: await listAccountSessions(db, account.id),
  };
  return isAdmin(caller.userRights) ? user : { ...user, ...hidden };
}

/** Replaces the fields that only admins see. */
const hidden = {
  email: null,
  isEmailConfirmed: null,
  wyncoins: null,
  hasTwoFactor: null,
  discordName: null,
  isWalletFrozen: null,
  sessions: null,
} satisfies Partial<ManagedUser>;

export async function listPlayerVotes(
  { db }: Pick<Deps, 'db'>,
  username: string,
): Promise<PlayerVote[]> {
  const { id } = await getAccount(db, username);
  const votes = await findPlayerVotes(db, id);
  return votes.map((vote) => ({ ...withIsoDates(vote), pollId: String(vote.id) }));
}

type Adjustment = { amount: number; reason: string; key: string };

/** A repeated key was already applied: return the balance instead of failing as outdated. */
export async function adjustBalance(
  deps: ManageDeps,
  { username, actor, version }: ChangeRequest,
  adjustment: Adjustment,
): Promise<{ balance: number }> {
  return transaction(deps.db, async (trx) => {
    await requireActingAdmin(trx, actor);
    const { id } = await getAccount(trx, username);
    const trxDeps = { db: trx, live: deps.live };
    const { balance, isNew } = await adjustCoins(trxDeps, actor, { accountId: id, ...adjustment });
    if (isNew) await checkAndIncrementVersion(trx, id, version);
    return { balance };
  });
}

export async function changeRights(
  deps: Deps,
  { username, actor, version }: ChangeRequest,
  change: { rights: number; permissions?: readonly StaffPermission[] | undefined },
): Promise<void> {
  await setRights(deps, username, {
    actor,
    version,
    ...change,
    onChanged: async (trx, account) => {
      const args = { player: account.username, rank: change.rights };
      await queueCommand(deps, trx, { type: 'setRank', args, actor });
    },
  });
}

type NewSanction = { kind: SanctionKind; reason: string; expiresAt: Date | null };

export async function sanctionPlayer(
  deps: ManageDeps,
  request: ChangeRequest,
  { kind, reason, expiresAt }: NewSanction,
): Promise<void> {
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw invalidField('expiresAt', 'Choose an end date in the future.');
  }
  const { actor } = request;
  await changeAccount(deps, request, async (trx, account) => {
    assertNotOwnAccount(actor, account, `You cannot ${kind} yourself.`);
    const before = await describeInForce(trx, account.id, kind);
    await imposeSanction(deps, trx, {
      accountId: account.id,
      kind,
      reason,
      expiresAt,
      source: 'site',
      issuedBy: actor.name,
      actor,
    });
    const after = { reason, until: expiresAt?.toISOString() ?? 'for ever' };
    return { action: kind === 'ban' ? 'accounts/banned' : 'accounts/muted', before, after };
  });
}

export async function pardonPlayer(
  deps: ManageDeps,
  request: ChangeRequest,
  kind: SanctionKind,
): Promise<void> {
  const { actor } = request;
  await changeAccount(deps, request, async (trx, account) => {
    const before = await describeInForce(trx, account.id, kind);
    if (!before) {
      throw new AppError(
        'admin/not-sanctioned',
        kind === 'ban' ? 'This player is no longer banned.' : 'This player is no longer muted.',
      );
    }
    await liftSanction(deps, trx, { accountId: account.id, kind, liftedBy: actor.name, actor });
    return { action: kind === 'ban' ? 'accounts/unbanned' : 'accounts/unmuted', before };
  });
}

async function describeInForce(trx: Db, accountId: number, kind: SanctionKind) {
  const active = (await findSanctionsInForce(trx, accountId)).find((one) => one.kind === kind);
  return active && { reason: active.reason, until: active.expiresAt?.toISOString() ?? 'for ever' };
}

export async function noteInfraction(
  deps: ManageDeps,
  request: ChangeRequest,
  note: string,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    await insertInfraction(trx, {
      account_id: account.id,
      note,
      noted_by: request.actor.name,
    });
    return { action: 'accounts/infraction-noted', after: { note } };
  });
}

export async function removeInfraction(
  deps: ManageDeps,
  request: ChangeRequest,
  id: number,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    const removed = await deleteInfraction(trx, account.id, id);
    if (!removed) {
      throw new AppError('admin/infraction-not-found', 'This infraction has already been removed.');
    }
    return { action: 'accounts/infraction-removed', before: removed };
  });
}

export async function kickPlayer(deps: ManageDeps, request: ChangeRequest): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    const args = { player: account.username };
    await queueCommand(deps, trx, { type: 'kick', args, actor: request.actor });
    return { action: 'accounts/kicked' };
  });
}

type Place = { x: number; y: number; height: number };

export async function teleportPlayer(
  deps: ManageDeps,
  request: ChangeRequest,
  place: Place,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    const args = { player: account.username, ...place };
    await queueCommand(deps, trx, { type: 'teleport', args, actor: request.actor });
    return { action: 'accounts/teleported', after: place };
  });
}

export async function endPlayerSession(
  deps: ManageDeps,
  request: ChangeRequest,
  sessionId: string,
): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    const session = (await listAccountSessions(trx, account.id)).find(({ id }) => id === sessionId);
    await revokeSession({ db: trx, live: deps.live }, account.id, sessionId);
    return {
      action: 'accounts/session-ended',
      before: { device: session?.device, ip: session?.ip },
    };
  });
}

export async function endPlayerSessions(deps: Deps, request: ChangeRequest): Promise<void> {
  await changeAccount(deps, request, async (trx, account) => {
    const sessions = await listAccountSessions(trx, account.id);
    await revokeSessionsWithoutPublish(trx, account.id);
    return { action: 'accounts/sessions-ended', before: { sessions: sessions.length } };
  });
  await revokeTokens(deps, await getAccount(deps.db, request.username));
}
