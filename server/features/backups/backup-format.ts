import { createHmac } from 'node:crypto';

import * as z from 'zod';

/**
 * A backup is a gzip file of lines of JSON:
 *
 *     the header
 *     {"table":"accounts"}, then arrays of rows; a row is an array of its columns as PostgreSQL prints them
 *     {"sequence":"ledger_ids","value":"17","isCalled":true}
 *     {"file":"ab12-400.webp","size":5120}, then strings with its bytes in base64
 *     {"end":true,"sha256":"…","signature":{…}} with the digest of all bytes above
 *
 * The signature shows that a site with the same SECRETS_KEY made the file, and that nothing was changed since.
 *
 * Values are texts, so nothing is rounded, and both engines print and read the same ones.
 */
export const formatVersion = 1;

export type BackupHeader = z.infer<typeof BackupHeader>;
export const BackupHeader = z.object({
  wynholdBackup: z.number(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number() }),
  ),
  files: z.number(),
});

export type BackupEnd = z.infer<typeof BackupEnd>;
export const BackupEnd = z.object({
  end: z.literal(true),
  sha256: z.string(),
  signature: z.optional(z.object({ key: z.string(), hmac: z.string() })),
});

/** `key` names the secrets key without revealing it. */
export function signDigest(secretsKey: Uint8Array, sha256: string): { key: string; hmac: string } {
  const sign = (text: string) => createHmac('sha256', secretsKey).update(text).digest('hex');
  return { key: sign('name of this key').slice(0, 16), hmac: sign(`backup ${sha256}`) };
}

/** The lines after the header. */
export const BackupLine = z.union([
  z.object({ table: z.string() }),
  z.object({ sequence: z.string(), value: z.string(), isCalled: z.boolean() }),
  // A name without folders, so that a file cannot be written elsewhere.
  z.object({ file: z.string().regex(/^\w[\w.-]*$/), size: z.number() }),
  z.string(),
]);
