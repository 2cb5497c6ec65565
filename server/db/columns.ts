import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written as JSON.stringify(value): the driver would turn an array into an SQL array and a string into bare text. */
export type JsonColumn<T = unknown> = ColumnType<T, string, string>;
export type NullableJsonColumn<T = unknown> = ColumnType<
  T | null,
  string | null | undefined,
  string | null
>;

/** A column that a trigger sets before every insert. */
export type SetByTrigger<T> = GeneratedAlways<T>;
