import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import * as z from 'zod/mini';

import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { findDeletions } from '#server/features/accounts/account-deletion.service.ts';
import { findGivenNames } from '#server/features/accounts/reserved-names.service.ts';
import { parseJson } from '#shared/rules/parse-json.ts';

import { signDigest } from './backup-format.ts';
import { namesOf } from './backup-names.ts';
import { createBackupPlace } from './create-backup-place.ts';

// A restored backup does not know who asked for a deletion after it was made, nor which names were given out. So the
// site keeps a small file beside the backups: the ids of accounts that are to be deleted or were erased, and the
// names, which are public, of accounts that are new or were renamed.

type KeptDeletions = z.infer<typeof KeptDeletions>;
const KeptDeletions = z.object({
  madeAt: z.iso.datetime(),
  leaving: z.array(z.object({ id: z.int(), deleteAfter: z.iso.datetime() })),
  erased: z.array(z.int()),
  /** Missing in files of older versions. */
  names: z.optional(z.array(z.object({ id: z.int(), name: z.string() }))),
  signature: z.optional(z.object({ key: z.string(), hmac: z.string() })),
});

type Kept = Pick<KeptDeletions, 'leaving' | 'erased' | 'names'>;

/** Writes the file whenever the deletions have changed since the last call. */
export function createDeletionsKeeper(deps: Pick<Deps, 'config' | 'db'>): () => Promise<void> {
  const { config, db } = deps;
  let last: string | undefined;
  return async () => {
    const deletions = { ...(await findDeletions(db)), names: await findGivenNames(db) };
    const text = JSON.stringify(deletions);
    if (text === last) return;
    const place = createBackupPlace(config);
    const { deletions: name } = namesOf(config);
    const before = toDeletions(parse(await place.read(name)));
    if (JSON.stringify(before) !== text) await place.write(name, compose(deletions, config));
    last = text;
  };
}

/** From the place of the backups or the folder of the file. Undefined if neither has one that the site signed. */
export async function findKeptDeletions(
  config: Config,
  backup: string,
): Promise<KeptDeletions | undefined> {
  const { deletions: name } = namesOf(config);
  const beside = path.join(path.dirname(backup), name);
  const texts = [
    await createBackupPlace(config).read(name),
    await readFile(beside, 'utf8').catch(() => undefined),
  ];
  return texts
    .map(parse)
    .filter((kept) => kept !== undefined)
    .filter((kept) => !config.secretsKey || isSigned(kept, config.secretsKey))
    .sort((a, b) => b.madeAt.localeCompare(a.madeAt))[0];
}

function compose(deletions: Kept, { secretsKey }: Config): string {
  const content = { madeAt: new Date().toISOString(), ...deletions };
  const signature = secretsKey && signDigest(secretsKey, digestOf(content));
  return `${JSON.stringify({ ...content, signature }, null, 2)}\n`;
}

function isSigned({ signature, ...content }: KeptDeletions, secretsKey: Uint8Array): boolean {
  return signature?.hmac === signDigest(secretsKey, digestOf(content)).hmac;
}

function digestOf({ madeAt, leaving, erased, names }: Omit<KeptDeletions, 'signature'>): string {
  const text = JSON.stringify({ madeAt, leaving, erased, names });
  return createHash('sha256').update(text).digest('hex');
}

/** Without a file, there is nothing to apply. */
function toDeletions({ leaving, erased, names }: Kept = { leaving: [], erased: [] }): Kept {
  return { leaving, erased, names };
}

function parse(text: string | undefined): KeptDeletions | undefined {
  return KeptDeletions.safeParse(parseJson(text ?? '')).data;
}
