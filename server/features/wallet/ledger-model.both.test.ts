import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sized } from '#server/testing/sized.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { runLedgerCheck } from './ledger-check.service.ts';
import { addModelAccounts, followModel, sequences } from './testing/ledger-model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** fast-check prints the seed and path of a failing sequence; paste them here to replay it. */
const replay = { seed: 20_061_115 };

test('balances match the model, even when steps are repeated', async () => {
  const { db } = database;
  let run = 0;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    run += 1;
    await followModel(db, await addModelAccounts(db, `m${run.toString(36)}x`), sequence);
  });
  await fc.assert(property, { numRuns: sized(30, 150), ...replay });
  const { rules } = await runLedgerCheck({ db });
  // The model moves coins without the orders and cancellations that these rules expect.
  const causes = /order|credit|canceled|refund|taken back/;
  const broken = rules.filter(({ name, breaches }) => breaches > 0 && !causes.test(name));
  expect(broken).toEqual([]);
});
