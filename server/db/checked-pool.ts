import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

import { assertCommitted } from './checked-commit.ts';

/** The pool as Kysely uses it, with what neither of the two takes care of. */
export function createCheckedPool(pool: Pool): PostgresPool {
  return {
    connect: async () => createCheckedClient(await pool.connect()),
    end: () => pool.end(),
  };
}

function createCheckedClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false;

  async function query(statement: unknown, parameters: unknown[] = []) {
    if (typeof statement !== 'string') throw new Error('Cursors are not in use here.');
    // Nothing is left to roll back, and failing here would hide the error that broke it.
    if (isBroken && statement === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    try {
      const result = await client.query({
        text: statement,
        values: parameters,
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
