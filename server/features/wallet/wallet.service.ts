import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import { statementPageSize } from '#shared/endpoints/wallet.ts';
import type { Statement } from '#shared/endpoints/wallet.ts';
import { AppError } from '#shared/errors.ts';

import { countEntries, findEntries, findWallet } from './statement.db.ts';
import * as wallet from './wallet.db.ts';

/** All coin movements except purchases go through here, in the transaction of whatever causes them. */
export async function moveCoins(
  { live }: Pick<Deps, 'live'>,
  trx: Db,
  movement: wallet.Movement,
): Promise<wallet.Moved> {
  const moved = await wallet.moveCoins(trx, movement);
  if (moved.isNew) await live.publish(trx, { topic: 'me', accountId: movement.accountId });
  return moved;
}

type Adjustment = { accountId: number; amount: number; reason: string; key: string };

/** An admin gives or takes coins. Repeating a key moves nothing and returns the balance. */
export async function adjustCoins(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  { accountId, amount, reason, key }: Adjustment,
): Promise<{ balance: number; isNew: boolean }> {
  try {
    return await transaction(deps.db, async (trx) => {
      const { balance, isNew } = await moveCoins(deps, trx, {
        accountId,
        kind: 'adjustment',
        ref: key,
        amount,
        book: 'adjustments',
        memo: reason,
      });
      const after = { accountId, amount, reason, balance };
      const subject = String(accountId);
      if (isNew) await recordAudit(trx, { actor, action: 'wallet/adjusted', subject, after });
      return { balance, isNew };
    });
  } catch (error) {
    throw toAppError(error) ?? error;
  }
}

export async function getStatement(db: Db, accountId: number, page: number): Promise<Statement> {
  const { balance, frozen } = await findWallet(db, accountId);
  const total = await countEntries(db, accountId);
  const entries = await findEntries(db, accountId, rowsOf(page, statementPageSize));
  return {
    balance,
    frozen,
    entries: entries.map((entry) => ({ ...withIsoDates(entry), id: String(entry.id) })),
    ...pagingOf(page, statementPageSize, total),
  };
}

/** Translates the errors of the database's own rules. */
function toAppError(error: unknown): AppError | undefined {
  const code = codeOf(error);
  if (code === 'WY001') {
    return new AppError('wallet/insufficient', 'The player does not have that many coins.');
  }
  if (code === '23505') {
    return new AppError(
      'wallet/key-reused',
      'This key has already been used for another adjustment.',
    );
  }
  return undefined;
}
