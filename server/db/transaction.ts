import { setTimeout as wait } from 'node:timers/promises';

import type { IsolationLevel } from 'kysely';

import { codeOf } from '#shared-node/code-of.mjs';

import type { Db, Trx } from './schema.ts';
import { runInTransactionScope } from './transaction-scope.ts';

// After a deadlock or serialization failure the work runs again from the start, so it must have no
// effects outside the database. Those belong in afterCommit.

type Hook = () => unknown;
type Options = { isolationLevel?: IsolationLevel };

const maxAttempts = 12;
const retryableCodes = new Set(['40001', '40P01']);
const hooksOf = new WeakMap<Db, Hook[]>();

/** If `db` is already a transaction, the work joins it and commits or fails with it. */
export async function transaction<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  options: Options = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  const { result, hooks } = await attemptUntilDone(db, work, options);
  await runHooks(hooks);
  return result;
}

/** Only after the commit of the attempt that succeeded. A failing hook is reported as a process warning. */
export function afterCommit(trx: Trx, hook: Hook): void {
  const hooks = hooksOf.get(trx);
  if (!hooks) throw new Error('afterCommit needs the trx that transaction() handed out.');
  hooks.push(hook);
}

async function attemptUntilDone<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  options: Options,
): Promise<{ result: T; hooks: Hook[] }> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work, options);
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has(codeOf(error))) throw error;
      // Jitter, so that the transactions that collided do not collide again.
      await wait(Math.random() * 10 * 2 ** Math.min(attempt, 6));
    }
  }
}

async function runOnce<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  { isolationLevel }: Options,
): Promise<{ result: T; hooks: Hook[] }> {
  const hooks: Hook[] = [];
  const builder = isolationLevel
    ? db.transaction().setIsolationLevel(isolationLevel)
    : db.transaction();
  const result = await builder.execute((trx) => {
    hooksOf.set(trx, hooks);
    return runInTransactionScope(() => work(trx));
  });
  return { result, hooks };
}

async function runHooks(hooks: Hook[]): Promise<void> {
  for (const hook of hooks) {
    try {
      await hook();
    } catch (error) {
      process.emitWarning(`A hook after a committed transaction failed: ${String(error)}`);
    }
  }
}

function isTransaction(db: Db): db is Trx {
  return db.isTransaction;
}
