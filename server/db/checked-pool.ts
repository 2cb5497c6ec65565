import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

import { assertCommitted } from './checked-commit.ts';
import type { WaitingMs } from './database.ts';
import { giveUpAfter } from './postgres-options.ts';
import { findStatementName } from './prepared-statement.ts';
import { findLongWorkLimit } from './statement-limit.ts';
import { assertOutsideTransaction } from './transaction-scope.ts';

/** If PostgreSQL does not cancel a statement at its limit, the client closes the connection after this extra time. */
const graceMs = 2_000;

/** A pool for Kysely that also checks commits, sets time limits and discards broken connections. */
export function createCheckedPool(pool: Pool, usual: Limits): PostgresPool {
  /** Connections last used by runLongWork, which still have its limits. */
  const longLimits = new WeakSet<PoolClient>();

  async function connect(): Promise<PostgresPoolClient> {
    assertOutsideTransaction();
    const longMs = findLongWorkLimit();
    const limits = longMs === undefined ? usual : { statement: longMs, lock: longMs };
    const client = await pool.connect();
    if (longMs !== undefined || longLimits.has(client)) await setLimitsOf(client, limits, longMs);
    return createCheckedClient(client, limits.statement);
  }

  /** Also for long work: a connection whose server has disappeared must not keep a job waiting for minutes. */
  async function setLimitsOf(
    client: PoolClient,
    limits: Limits,
    longMs: number | undefined,
  ): Promise<void> {
    const checked = createCheckedClient(client, usual.statement);
    try {
      await setLimits(checked, limits);
    } catch (error) {
      checked.release();
      throw error;
    }
    if (longMs === undefined) longLimits.delete(client);
    else longLimits.add(client);
  }

  return { connect, end: () => pool.end() };
}

type Limits = Pick<WaitingMs, 'statement' | 'lock'>;

async function setLimits(client: PostgresPoolClient, { statement, lock }: Limits): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false)`,
    [String(statement), String(lock)],
  );
}

function createCheckedClient(client: PoolClient, limitMs: number): PostgresPoolClient {
  let isBroken = false;

  async function query(statement: unknown, parameters: unknown[] = []) {
    if (typeof statement !== 'string') throw new Error('Cursors are not supported.');
    // There is nothing left to roll back, and an error here would hide the one that broke the connection.
    if (isBroken && statement === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    const name = findStatementName(statement);
    try {
      const result = await client.query({
        text: statement,
        values: parameters,
        ...giveUpAfter(limitMs > 0 ? limitMs + graceMs : 0),
        ...(name && { name }),
      });
      assertCommitted(statement, result.command);
      return result;
    } catch (error) {
      isBroken ||= !(error instanceof DatabaseError) || error.severity !== 'ERROR';
      throw error;
    }
  }

  return {
    // Kysely overloads `query` with a cursor form, which throws above.
    query: query as unknown as PostgresPoolClient['query'],
    // pg still considers a connection about to close healthy and would hand it out again.
    release: () => client.release(isBroken),
  };
}
