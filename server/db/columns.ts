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

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The values under the names of their columns: `itemId` becomes `item_id`. */
export function toColumns<T extends object>(values: T) {
  const entries = Object.entries(values).map(([name, value]): [string, unknown] => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  // The type does what the code above does.
  return Object.fromEntries(entries) as { [K in keyof T & string as SnakeCase<K>]: T[K] };
}
