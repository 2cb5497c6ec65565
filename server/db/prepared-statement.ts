import { CompiledQuery } from 'kysely';

import type { Db } from './schema.ts';

const names = new Map<string, string>();

/**
 * A statement that runs so often that parsing and planning it each time is measurable. Because of its
 * name, pg prepares it once per connection.
 */
export function prepareStatement<Row>(name: string, text: string) {
  names.set(text, name);
  return async (db: Db, ...parameters: unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, parameters));
    // The caller knows the columns of its own statement.
    return rows as Row[];
  };
}

/** Kysely passes only text and parameters to its pool, so the pool asks here for the name. */
export function findStatementName(text: string): string | undefined {
  return names.get(text);
}
