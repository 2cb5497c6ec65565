import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { requireOtherAdmin } from '#server/features/accounts/change-account.service.ts';
import { expireSessions } from '#server/features/accounts/sessions.service.ts';
import { queueCommand } from '#server/features/bridge/commands.service.ts';
import { refreshExclusion } from '#server/features/hiscores/hiscores.service.ts';
import type { Actor } from '#server/lib/audit.ts';
import { AppError } from '#shared/errors.ts';

import {
  closeSanction,
  expiry,
  findExpiredSanctions,
  insertSanction,
  lockSanctionedAccount,
  markExpired,
} from './sanctions.db.ts';
import type { SanctionKind } from './sanctions.db.ts';

export {
  deleteInfraction,
  findInfractions,
  findSanctionsInForce,
  findSanctionsOf,
  insertInfraction,
} from './sanctions.db.ts';
export type { SanctionKind } from './sanctions.db.ts';

/**
 * Mutes and bans. At most one of a kind is open per player; a new one takes the old one's place. Its
 * end counts by the clock alone: the job only writes down that it has come, and tells the others.
 * A ban ends every session in its own transaction, and there is always an admin who is not banned.
 */
type SanctionDeps = Pick<Deps, 'live'>;

export type NewSanction = {
  accountId: number;
  kind: SanctionKind;
  reason: string;
  expiresAt: Date | null;
  /** `game`: the game reported it, so it is not told again. */
  source: 'site' | 'game';
  /** A name for people. */
  issuedBy: string;
  /** Who is written into the command log; without one, issuedBy alone. */
  actor?: Actor;
};

export async function imposeSanction(
  deps: SanctionDeps,
  trx: Kysely<Schema>,
  sanction: NewSanction,
): Promise<number> {
  const { accountId, kind, reason, expiresAt, source, issuedBy } = sanction;
  if (kind === 'ban') await requireOtherAdmin(trx, accountId);
  const account = await getLocked(trx, accountId);
  await closeSanction(trx, { accountId, kind, by: issuedBy });
  const id = await insertSanction(trx, {
    account_id: accountId,
    kind,
    reason,
    source,
    issued_by: issuedBy,
    expires_at: expiresAt,
  });
  if (kind === 'ban') {
    await expireSessions(deps, trx, accountId);
    await refreshExclusion(trx, account.usernameKey);
  }
  if (source === 'site') {
    await queueCommand(deps, trx, {
      type: kind,
      args: { player: account.username, until: expiresAt?.toISOString() ?? null, reason },
      actor: sanction.actor ?? named(issuedBy),
    });
  }
  await deps.live.publish(trx, { topic: 'me', accountId });
  return id;
}

export type Lifting = {
  accountId: number;
  kind: SanctionKind;
  liftedBy: string;
  /** `site` unless said otherwise. */
  source?: 'site' | 'game';
  actor?: Actor;
};

/** False when nothing was in force. */
export async function liftSanction(
  deps: SanctionDeps,
  trx: Kysely<Schema>,
  { accountId, kind, liftedBy, source = 'site', actor = named(liftedBy) }: Lifting,
): Promise<boolean> {
  const account = await getLocked(trx, accountId);
  const closed = await closeSanction(trx, { accountId, kind, by: liftedBy });
  if (!closed) return false;
  await announceLifting(deps, trx, { account, kind, actor: source === 'site' ? actor : undefined });
  return closed.wasInForce;
}

/** What is over by the clock is written down as over, and the hiscores and the game learn of it. */
export async function closeExpiredSanctions(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  for (const { id, accountId, kind } of await findExpiredSanctions(deps.db)) {
    await transaction(deps.db, async (trx) => {
      const account = await getLocked(trx, accountId);
      if (!(await markExpired(trx, id))) return;
      await announceLifting(deps, trx, { account, kind, actor: named(expiry) });
    });
  }
}

type LockedAccount = { id: number; username: string; usernameKey: string };

/** Without an actor it was the game itself that lifted it. */
type LiftedSanction = { account: LockedAccount; kind: SanctionKind; actor: Actor | undefined };

async function announceLifting(
  deps: SanctionDeps,
  trx: Kysely<Schema>,
  { account, kind, actor }: LiftedSanction,
): Promise<void> {
  if (kind === 'ban') await refreshExclusion(trx, account.usernameKey);
  const args = { player: account.username };
  if (actor) await queueCommand(deps, trx, { type: liftingOf[kind], args, actor });
  await deps.live.publish(trx, { topic: 'me', accountId: account.id });
}

const liftingOf = { mute: 'unmute', ban: 'unban' } as const;

function named(name: string): Actor {
  return { id: null, name, ip: null };
}

async function getLocked(trx: Kysely<Schema>, accountId: number): Promise<LockedAccount> {
  const account = await lockSanctionedAccount(trx, accountId);
  if (account) return account;
  throw new AppError('accounts/not-found', 'There is no player by that name.');
}
