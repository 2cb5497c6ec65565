import { AsyncResource } from 'node:async_hooks';

import { within } from '#server/lib/requests/within.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import type { Db } from './schema.ts';
import { isInsideTransaction } from './transaction-scope.ts';

type Call<In, Out> = {
  input: In;
  resolve: (output: Out) => void;
  reject: (error: unknown) => void;
};

type Queue<In, Out> = { waiting: Call<In, Out>[]; isRunning: boolean };

const largestBatch = 100;
/**
 * After this time the next batch does not wait any longer: when the database server disappears, each connection
 * notices it only at the limit of a statement, and they must not do so one after the other.
 */
const patienceMs = 100;

/** A batch has several callers, so it must not run with the time limit or in the transaction of one. */
const outside = new AsyncResource('batches of database calls');

/**
 * For a statement that almost every request needs. A call runs at once; calls that come while it runs wait
 * and share the next statement. So a quiet site answers as fast as without, and a busy one needs fewer
 * statements and commits. `run` returns an output for each input, in order. It must be one statement: if a value
 * makes it fail, nothing has happened, and it runs again for each input alone.
 */
export function inBatches<In, Out>(run: (db: Db, inputs: In[]) => Promise<Out[]>) {
  const queues = new WeakMap<Db, Queue<In, Out>>();

  async function drain(db: Db, queue: Queue<In, Out>): Promise<void> {
    queue.isRunning = true;
    while (queue.waiting.length > 0) {
      await within(patienceMs, runOne(db, queue.waiting.splice(0, largestBatch)));
    }
    queue.isRunning = false;
  }

  async function runOne(db: Db, calls: Call<In, Out>[]): Promise<void> {
    try {
      const outputs = await run(
        db,
        calls.map(({ input }) => input),
      );
      // There are as many outputs as inputs.
      for (const [at, { resolve }] of calls.entries()) resolve(outputs[at] as Out);
    } catch (error) {
      // PostgreSQL's classes 22 (data exception) and 23 (constraint violation).
      if (calls.length > 1 && /^2[23][0-9A-Z]{3}$/.test(codeOf(error)))
        return runOneByOne(db, calls);
      for (const { reject } of calls) reject(error);
    }
  }

  /** One value that the database cannot store must fail its own call only. */
  async function runOneByOne(db: Db, calls: Call<In, Out>[]): Promise<void> {
    for (const call of calls) await runOne(db, [call]);
  }

  return async (db: Db, input: In): Promise<Out> => {
    if (db.isTransaction || isInsideTransaction()) {
      const [output] = await run(db, [input]);
      return output as Out;
    }
    const queue = queues.get(db) ?? { waiting: [], isRunning: false };
    queues.set(db, queue);
    const output = new Promise<Out>((resolve, reject) => {
      queue.waiting.push({ input, resolve, reject });
    });
    if (!queue.isRunning) void outside.runInAsyncScope(drain, undefined, db, queue);
    return output;
  };
}
