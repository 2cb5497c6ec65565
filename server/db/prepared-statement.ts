import { CompiledQuery, sql } from 'kysely';
import type { Compilable, RawBuilder } from 'kysely';

import type { Db } from './schema.ts';

const names = new Map<string, string>();

/** For a statement whose parsing and planning is measurable: by its name pg prepares it once per connection. */
export function prepareStatement<Row>(name: string, text: string) {
  names.set(text, name);
  return async (db: Db, ...parameters: unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, parameters));
    // The caller knows the columns of its own statement.
    return rows as Row[];
  };
}

/** Like prepareStatement(), for a Kysely query: compiled once, with placeholders that each call fills. */
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
