/** By node-postgres' rules, so that both engines behave the same: arrays become SQL arrays, other objects JSON. */
export function prepareParameter(value: unknown): string | null {
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
