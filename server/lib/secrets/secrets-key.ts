import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { codeOf } from '#shared-node/code-of.mjs';

import { StartupError } from '../startup-error.ts';

// The key of a site whose owner did not set SECRETS_KEY. It is in DATA_DIR and not in the database, so a copy of
// the database alone cannot open what the key seals.

const keyBytes = 32;

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'secrets-key');
}

/** Undefined if the site has made none. */
export function findKeptSecretsKey(dataDir: string): Buffer<ArrayBuffer> | undefined {
  const file = fileOf(dataDir);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length === keyBytes) return key;
  throw new StartupError(
    `${file} does not contain a key. Restore the file, or set SECRETS_KEY to the key that it had.`,
  );
}

/** Makes a key that stays. If two processes start at the same time, both get the same one. */
export async function keepSecretsKey(dataDir: string): Promise<Buffer<ArrayBuffer>> {
  await mkdir(dataDir, { recursive: true });
  const unfinished = path.join(dataDir, `secrets-key-${randomUUID()}`);
  const text = `${randomBytes(keyBytes).toString('base64')}\n`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link fails if the other process was first.
    await link(unfinished, fileOf(dataDir));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  return findKeptSecretsKey(dataDir) ?? keepSecretsKey(dataDir);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StartupError(`${file} cannot be read by this user.`, { cause: error });
  }
}
