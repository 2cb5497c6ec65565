import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { requireOtherAdmin } from '#server/features/accounts/change-account.service.ts';
import { expireSessions } from '#server/features/accounts/sessions.service.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import { refreshExclusion } from '#server/features/hiscores/hiscores.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import type { SanctionKind, SanctionSource } from '#shared/endpoints/players.ts';
import { AppError } from '#shared/errors.ts';

import * as queries from './sanctions.db.ts';

export {
  deleteInfraction,
  findInfractions,
  findSanctionChanges,
  findSanctionsInForce,
  findSanctionsOf,
  insertInfraction,
} from './sanctions.db.ts';

/**
 * Mutes and bans. A player has at most one open sanction per kind; a new one replaces it. Expiry takes
 * effect by the clock alone: the job only records it and informs the hiscores and the game. A ban ends
 * all sessions in the same transaction. One admin always stays unbanned.
 */
type SanctionDeps = Pick<Deps, 'live'>;

export type NewSanction = {
  accountId: number;
  kind: SanctionKind;
  reason: string;
  expiresAt: Date | null;
  /** `game`: the game reported it, so no command is sent back. */
  source: SanctionSource;
  /** Display name. */
  issuedBy: string;
  /** For the command log; defaults to `issuedBy` without an account. */
  actor?: Actor;
};

export async function imposeSanction(
  deps: SanctionDeps,
  trx: Db,
  sanction: NewSanction,
): Promise<void> {
  const { accountId, kind, reason, expiresAt, source, issuedBy } = sanction;
  if (kind === 'ban') await requireOtherAdmin(trx, accountId);
  const account = await lockAccount(trx, accountId);
  await queries.closeSanction(trx, { accountId, kind, by: issuedBy });
  await queries.insertSanction(trx, {
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
      actor: sanction.actor ?? actorNamed(issuedBy),
    });
  }
  await deps.live.publish(trx, { topic: 'me', accountId });
}

export type SanctionLift = {
  accountId: number;
  kind: SanctionKind;
  liftedBy: string;
  /** Only this one, not another that has replaced it. */
  id?: number;
  /** Default: `site`. */
  source?: SanctionSource;
  actor?: Actor;
};

/** False if no sanction was in force. */
export async function liftSanction(
  deps: SanctionDeps,
  trx: Db,
  { accountId, kind, id, liftedBy, source = 'site', actor = actorNamed(liftedBy) }: SanctionLift,
): Promise<boolean> {
  const account = await lockAccount(trx, accountId);
  const sanction = { accountId, kind, by: liftedBy, ...(id !== undefined && { id }) };
  const closed = await queries.closeSanction(trx, sanction);
  if (!closed) return false;
  await publishLift(deps, trx, { account, kind, actor: source === 'site' ? actor : undefined });
  return closed.wasInForce;
}

/** Records expired sanctions as lifted and informs the hiscores and the game. */
export async function closeExpiredSanctions(deps: Pick<Deps, 'db' | 'live'>): Promise<void> {
  for (const { id, accountId, kind } of await queries.findExpiredSanctions(deps.db)) {
    await transaction(deps.db, async (trx) => {
      const account = await lockAccount(trx, accountId);
      if (!(await queries.markExpired(trx, id))) return;
      await publishLift(deps, trx, { account, kind, actor: actorNamed(queries.expiry) });
    });
  }
}

type LockedAccount = { id: number; username: string; usernameKey: string };

/** No actor: the game lifted the sanction itself. */
type LiftedSanction = { account: LockedAccount; kind: SanctionKind; actor: Actor | undefined };

async function publishLift(
  deps: SanctionDeps,
  trx: Db,
  { account, kind, actor }: LiftedSanction,
): Promise<void> {
  if (kind === 'ban') await refreshExclusion(trx, account.usernameKey);
  const args = { player: account.username };
  if (actor) await queueCommand(deps, trx, { type: liftCommands[kind], args, actor });
  await deps.live.publish(trx, { topic: 'me', accountId: account.id });
}

const liftCommands = { mute: 'unmute', ban: 'unban' } as const;

function actorNamed(name: string): Actor {
  return { id: null, name, ip: null };
}

async function lockAccount(trx: Db, accountId: number): Promise<LockedAccount> {
  const account = await queries.lockSanctionedAccount(trx, accountId);
  if (account) return account;
  throw new AppError('accounts/not-found', 'There is no player by that name.');
}
