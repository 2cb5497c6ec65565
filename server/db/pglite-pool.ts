import type { PGlite, Results } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

import { late, within } from '#server/lib/requests/within.ts';

import { assertCommitted } from './checked-commit.ts';
import { findLongWorkLimit, runLongWork } from './statement-limit.ts';
import { assertOutsideTransaction } from './transaction-scope.ts';

export type PglitePool = PostgresPool & {
  /** Waits for its turn like a query, so it never runs inside another transaction. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>;
};

/** Hands out the embedded engine's one connection to one caller at a time, with the interface of pg's pool. */
export function createPglitePool(pglite: PGlite, waitMs = 10_000): PglitePool {
  let lastTurn = Promise.resolve();

  async function takeTurn(): Promise<() => void> {
    const previous = lastTurn;
    let release!: () => void;
    lastTurn = new Promise((resolve) => (release = resolve));
    // Long work has no visitor waiting for it, so it needs no time limit here.
    if (findLongWorkLimit() === undefined) await waitFor(previous, release);
    else await previous;
    return release;
  }

  /** Gives up after `waitMs`. When the abandoned turn comes up, it is passed on to the next caller. */
  async function waitFor(turn: Promise<void>, pass: () => void): Promise<void> {
    if ((await within(waitMs, turn)) !== late) return;
    void turn.then(pass);
    throw new Error('timeout exceeded when trying to connect to the embedded database');
  }

  async function connect(): Promise<PostgresPoolClient> {
    assertOutsideTransaction();
    return createClient(pglite, await takeTurn());
  }

  async function runExclusively<T>(work: () => Promise<T>): Promise<T> {
    const release = await runLongWork(takeTurn);
    try {
      return await work();
    } finally {
      release();
    }
  }

  return { connect, runExclusively, end: async () => {} };
}

function createClient(pglite: PGlite, release: () => void): PostgresPoolClient {
  async function query(statement: unknown, parameters: readonly unknown[] = []) {
    if (typeof statement !== 'string') throw new Error('The embedded engine has no cursors.');
    const result = await run(pglite, statement, parameters).catch(rethrowWithoutParameters);
    assertCommitted(statement, result?.command);
    return {
      command: result?.command,
      rowCount: result?.affectedRows ?? 0,
      rows: result?.rows ?? [],
    };
  }
  // Kysely overloads `query` with a cursor form, which throws above.
  return { query: query as PostgresPoolClient['query'], release };
}

async function run(
  pglite: PGlite,
  statement: string,
  parameters: readonly unknown[],
): Promise<Results | undefined> {
  // Like in node-postgres, a text without parameters may contain several statements (migrations do).
  if (parameters.length === 0) return (await pglite.exec(statement)).at(-1);
  return pglite.query(statement, parameters.map(prepareParameter));
}

/** PGlite's errors include the parameters, and errors are logged: tokens must not end up in the log. */
function rethrowWithoutParameters(error: unknown): never {
  if (error instanceof Error && 'params' in error) delete error.params;
  throw error;
}

/** By node-postgres' rules, so that both engines behave the same: arrays become SQL arrays, other objects JSON. */
function prepareParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return toArrayLiteral(value);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value);
  }
  return JSON.stringify(value);
}

function toArrayLiteral(values: unknown[]): string {
  return `{${values.map(toArrayElement).join(',')}}`;
}

function toArrayElement(value: unknown): string {
  if (Array.isArray(value)) return toArrayLiteral(value);
  const text = prepareParameter(value);
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
