import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/accounts.service.ts';
import {
  findSanctionsInForce,
  imposeSanction,
  liftSanction,
} from '#server/features/sanctions/sanctions.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { ModerationEvent } from '#shared/endpoints/bridge-commands.ts';
import { rights } from '#shared/rules/permissions.ts';

import type { BridgeCaller } from './bridge-auth.ts';

/** Not sent back to the game. Admins are protected: a stolen token must not lock out the site's owner. */
type Result = { player: string; status: 'accepted' | 'ignored' | 'rejected'; reason?: string };

export async function receiveModerationEvent(
  deps: Pick<Deps, 'live'>,
  trx: Db,
  { caller, event }: { caller: BridgeCaller; event: ModerationEvent },
): Promise<Result> {
  const { player } = event;
  const account = await findAccount(trx, player);
  if (!account) return { player, status: 'rejected', reason: 'unknown-player' };
  const kind = event.kind === 'ban' || event.kind === 'unban' ? 'ban' : 'mute';
  const isImposed = event.kind === 'ban' || event.kind === 'mute';
  if (isImposed && account.userRights === rights.admin) {
    return { player, status: 'rejected', reason: 'protected' };
  }
  const expiresAt = event.until ? new Date(event.until) : null;
  if (isImposed && expiresAt && expiresAt <= new Date()) {
    return { player, status: 'rejected', reason: 'in-the-past' };
  }
  const known = (await findSanctionsInForce(trx, account.id)).find((one) => one.kind === kind);
  const isSame = isImposed
    ? known !== undefined && known.expiresAt?.getTime() === expiresAt?.getTime()
    : known === undefined;
  if (isSame) return { player, status: 'ignored', reason: 'already-so' };
  const staff = `${event.staff || 'the game'} (${caller.serverName})`;
  if (isImposed) {
    await imposeSanction(deps, trx, {
      accountId: account.id,
      kind,
      reason: event.reason || 'Given in the game.',
      expiresAt,
      source: 'game',
      issuedBy: staff,
    });
  } else {
    await liftSanction(deps, trx, { accountId: account.id, kind, liftedBy: staff, source: 'game' });
  }
  await recordAudit(trx, {
    actor: { id: null, name: staff, ip: caller.ip },
    action: `sanctions/${event.kind}-in-game`,
    subject: account.usernameKey,
    before: known ? { reason: known.reason, until: known.expiresAt } : undefined,
    after: isImposed ? { reason: event.reason ?? null, until: expiresAt } : undefined,
  });
  await deps.live.publish(trx, { topic: 'admin' });
  return { player, status: 'accepted' };
}
