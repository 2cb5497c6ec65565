import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

import type { Schema } from '#server/db/schema.ts';
import { runLongWork } from '#server/db/statement-limit.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { LedgerCheck } from '#shared/wallet.ts';

import { countFigures, findBreaches, findSavedCheck, rules, saveCheck } from './verify.db.ts';

/** Checks all rules against one snapshot of the database and stores the result. */
export async function verifyLedger({ db }: Pick<Deps, 'db'>): Promise<LedgerCheck> {
  const check = await runLongWork(() =>
    transaction(db, readBooks, { isolationLevel: 'repeatable read' }),
  );
  await saveCheck(db, check);
  return check;
}

export async function findLedgerCheck(db: Kysely<Schema>): Promise<LedgerCheck | undefined> {
  return z.safeParse(LedgerCheck, await findSavedCheck(db)).data;
}

async function readBooks(trx: Kysely<Schema>): Promise<LedgerCheck> {
  const figures = await countFigures(trx);
  const found: LedgerCheck['rules'] = [];
  for (const rule of rules) {
    found.push({ name: rule.name, ...(await findBreaches(trx, rule)) });
  }
  const isSound = found.every(({ breaches }) => breaches === 0);
  return { at: new Date().toISOString(), isSound, ...figures, rules: found };
}
