import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import { runLongWork } from '#server/db/statement-limit.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findStoredValue, storeValue } from '#server/lib/data/settings.db.ts';
import { LedgerCheck } from '#shared/endpoints/wallet.ts';

import { countFigures, findBreaches, rules } from './ledger-check.db.ts';

const checkKey = 'wallet.ledger_check';

/** Checks all rules against one snapshot of the database and stores the result. */
export async function runLedgerCheck({ db }: Pick<Deps, 'db'>): Promise<LedgerCheck> {
  const check = await runLongWork(() =>
    transaction(db, checkRules, { isolationLevel: 'repeatable read' }),
  );
  await storeValue(db, checkKey, check);
  return check;
}

export async function findLedgerCheck(db: Db): Promise<LedgerCheck | undefined> {
  return z.safeParse(LedgerCheck, await findStoredValue(db, checkKey)).data;
}

async function checkRules(trx: Db): Promise<LedgerCheck> {
  const figures = await countFigures(trx);
  const checked: LedgerCheck['rules'] = [];
  for (const rule of rules) {
    checked.push({ name: rule.name, ...(await findBreaches(trx, rule)) });
  }
  const isSound = checked.every(({ breaches }) => breaches === 0);
  return { at: new Date().toISOString(), isSound, ...figures, rules: checked };
}
