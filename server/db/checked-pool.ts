import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

import { assertCommitted } from './checked-commit.ts';
import type { WaitingMs } from './client.ts';
import { giveUpAfter } from './postgres-options.ts';
import { findLongWorkLimit } from './statement-limit.ts';

/**
 * PostgreSQL ends a statement at its limit. If it does not even do that, it hangs or the network
 * swallows everything: then this side gives up so much later, and closes the connection.
 */
const graceMs = 2_000;

/** The pool as Kysely uses it, with what neither of the two takes care of. */
export function createCheckedPool(pool: Pool, usual: Limits): PostgresPool {
  /** Connections that were last used for long work, and still have its limits. */
  const changed = new WeakMap<PoolClient, number>();

  async function connect(): Promise<PostgresPoolClient> {
    const longMs = findLongWorkLimit();
    const limits = longMs === undefined ? usual : { statement: longMs, lock: longMs };
    const client = await pool.connect();
    const checked = createCheckedClient(client, limits.statement);
    if (changed.get(client) === longMs) return checked;
    try {
      await setLimits(checked, limits);
    } catch (error) {
      checked.release();
      throw error;
    }
    if (longMs === undefined) changed.delete(client);
    else changed.set(client, longMs);
    return checked;
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
    if (typeof statement !== 'string') throw new Error('Cursors are not in use here.');
    // Nothing is left to roll back, and failing here would hide the error that broke it.
    if (isBroken && statement === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    try {
      const result = await client.query({
        text: statement,
        values: parameters,
        ...giveUpAfter(limitMs > 0 ? limitMs + graceMs : 0),
        ...nameOf(statement),
      });
      assertCommitted(statement, result.command);
      return result;
    } catch (error) {
      isBroken ||= endsConnection(error);
      throw error;
    }
  }

  return {
    // Kysely overloads `query` with a cursor form, which is refused above.
    query: query as unknown as PostgresPoolClient['query'],
    // A connection about to close still looks whole: handed out again it would fail the next user.
    release: () => client.release(isBroken),
  };
}

/**
 * A statement that says `/* kept *\/` is of fixed text and runs so often that parsing and planning
 * it each time would show: it is prepared once on every connection, under a name.
 */
function nameOf(statement: string): { name?: string } {
  if (!statement.includes('/* kept */')) return {};
  let name = keptNames.get(statement);
  if (!name) keptNames.set(statement, (name = `kept-${keptNames.size + 1}`));
  return { name };
}

const keptNames = new Map<string, string>();

function endsConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.severity !== 'ERROR';
}
