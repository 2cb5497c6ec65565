import type { Schema } from '#server/db/schema.ts';

/**
 * Keys, sessions and codes, of which a copy would open the running site. Backups contain no rows of these tables,
 * and a restore leaves out those of older backups: people sign in again, and the site makes new keys and codes.
 */
export const secretTables = [
  'identity_email_codes',
  'identity_keys',
  'identity_refresh_tokens',
  'identity_reset_codes',
  'name_claims',
  'sessions',
  'setup_codes',
] as const satisfies (keyof Schema)[];

const names = new Set<string>(secretTables);

export function isSecretTable({ name }: { name: string }): boolean {
  return names.has(name);
}
