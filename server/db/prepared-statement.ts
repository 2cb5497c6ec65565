import { CompiledQuery, sql } from 'kysely';
import type { Compilable, RawBuilder } from 'kysely';

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

/**
 * Like prepareStatement(), for a query built with Kysely. It is built and compiled once, with placeholders
 * that each call replaces by its own values.
 */
export function prepareQuery<Params extends Record<string, unknown>, Row>(
  name: string,
  build: (db: Db, param: ParamOf<Params>) => Compilable<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Db, params: Params): Promise<Row[]> => {
    compiled ??= build(db, (key) => sql`${new Placeholder(key)}`).compile();
    names.set(compiled.sql, name);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? params[value.key] : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

export type ParamOf<Params> = <Key extends keyof Params & string>(
  key: Key,
) => RawBuilder<Params[Key]>;

class Placeholder {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

/** Kysely passes only text and parameters to its pool, so the pool asks here for the name. */
export function findStatementName(text: string): string | undefined {
  return names.get(text);
}
