import type { Schema } from '#server/db/schema.ts';

/** A copy of these would open the running site. Backups and restores leave them out: people sign in again. */
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
