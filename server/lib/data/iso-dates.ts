type IsoDates<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** A row with its dates as the API writes them: ISO 8601 in UTC. The endpoint's schema drops other columns. */
export function withIsoDates<T extends object>(row: T): IsoDates<T> {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  // The entries are those of the row.
  return Object.fromEntries(entries) as IsoDates<T>;
}
