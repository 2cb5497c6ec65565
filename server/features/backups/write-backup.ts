import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { syncDirectory } from '#server/db/durable-node-fs.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { signDigest } from './backup-format.ts';
import { checkBackup } from './read-backup.ts';

export const unfinishedSuffix = '.unfinished';

export type WriteLine = (line: string) => Promise<void>;

/** Written under another name and checked before it gets its own. Only its owner can read it. Returns its size. */
export async function writeBackup(
  file: string,
  writeLines: (write: WriteLine) => Promise<void>,
  secretsKey?: Uint8Array,
): Promise<number> {
  if (existsSync(file)) throw new StartupError(`${file} already exists. Choose another name.`);
  // The same name each time: the next backup replaces what a killed one has left.
  const unfinished = `${file}${unfinishedSuffix}`;
  try {
    await rm(unfinished, { force: true });
    await writeFile(unfinished, writeLines, secretsKey);
    await checkBackup(unfinished, { secretsKey });
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    syncDirectory(path.dirname(file));
    return size;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw explainFailure(file, error);
  }
}

async function writeFile(
  file: string,
  writeLines: (write: WriteLine) => Promise<void>,
  secretsKey: Uint8Array | undefined,
): Promise<void> {
  const digest = createHash('sha256');
  const gzip = createGzip({ level: 4 });
  const written = pipeline(
    gzip,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  );
  // The next call of `write` or the end throws it.
  written.catch(() => {});

  async function write(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`);
    digest.update(bytes);
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
  }

  try {
    await writeLines(write);
    const sha256 = digest.copy().digest('hex');
    const signature = secretsKey && signDigest(secretsKey, sha256);
    await write(JSON.stringify({ end: true, sha256, signature }));
    gzip.end();
    await written;
  } catch (error) {
    gzip.destroy();
    // A full disk is the reason, not that the stream was then closed.
    await written.catch((reason: unknown) => {
      if (codeOf(reason) !== 'ERR_STREAM_PREMATURE_CLOSE') throw reason;
    });
    throw error;
  }
}

function explainFailure(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new StartupError(`${file} was not made: ${explainWriteError(error)}.`, { cause: error });
}

/** In words that say what to do. */
export function explainWriteError(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? `the system says ${code}`;
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a file with this name is in the way',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS:
    'the disk is read-only, or the folder is missing in ReadWritePaths of the systemd unit (docs/operations.md)',
};
