import { createHash } from 'node:crypto';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { AppError } from '#shared/errors.ts';
import type { Launcher } from '#shared/site-settings.ts';

import { findLauncher, lockLauncher, upsertLauncher } from './launcher.db.ts';
import type { LauncherRow } from './launcher.db.ts';

/** Used until a launcher is uploaded. */
const initial: LauncherRow = {
  version: 'v1.0.3',
  fileName: null,
  size: null,
  sha256: null,
  isLive: false,
};

type LauncherDeps = Pick<Deps, 'db' | 'live' | 'config' | 'media'>;

export async function getLauncher({ db }: Pick<Deps, 'db'>): Promise<Launcher> {
  return (await findLauncher(db)) ?? initial;
}

export async function updateLauncher(
  deps: LauncherDeps,
  actor: Actor,
  change: { version?: string | undefined; isLive?: boolean | undefined },
): Promise<Launcher> {
  return writeLauncher(deps, { actor, action: 'launcher/changed' }, (before) => {
    const version = change.version ?? before.version;
    const isLive = change.isLive ?? before.isLive;
    if (isLive && before.sha256 === null) {
      throw new AppError('launcher/no-file', 'Upload the launcher file first.');
    }
    const fileName = before.fileName && fileNameOf(deps, version);
    return { ...before, version, isLive, fileName };
  });
}

/** The file is stored before the row refers to it, so that a reader never finds a row without a file. */
export async function uploadLauncher(
  deps: LauncherDeps,
  actor: Actor,
  bytes: Buffer,
): Promise<Launcher> {
  if (!isArchive(bytes)) {
    throw new AppError('launcher/unsupported', 'Send the launcher as a .jar file.');
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await deps.media.put(storedName(sha256), bytes);
  return writeLauncher(deps, { actor, action: 'launcher/uploaded' }, (before) => ({
    ...before,
    fileName: fileNameOf(deps, before.version),
    size: bytes.length,
    sha256,
  }));
}

/** The file for players; throws while the launcher is not live. */
export async function openLauncher({ db, media }: Pick<Deps, 'db' | 'media'>) {
  const launcher = await findLauncher(db);
  if (!launcher?.isLive || !launcher.sha256 || !launcher.fileName) throw notAvailable();
  const { sha256, fileName } = launcher;
  return {
    sha256,
    fileName,
    async read(): Promise<Buffer> {
      const bytes = await media.get(storedName(sha256));
      if (!bytes) throw notAvailable();
      return bytes;
    },
  };
}

async function writeLauncher(
  deps: LauncherDeps,
  { actor, action }: { actor: Actor; action: string },
  change: (before: LauncherRow) => LauncherRow,
): Promise<Launcher> {
  return transaction(deps.db, async (trx) => {
    await lockLauncher(trx);
    const before = (await findLauncher(trx)) ?? initial;
    const after = change(before);
    await upsertLauncher(trx, after);
    await recordAudit(trx, { actor, action, subject: 'launcher', before, after });
    await deps.live.publish(trx, { topic: 'site' });
    return after;
  });
}

function fileNameOf({ config }: Pick<Deps, 'config'>, version: string): string {
  const site = config.siteName.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
  return `${site}-launcher-${version}.jar`;
}

function storedName(sha256: string): string {
  return `launcher-${sha256}.jar`;
}

/** A .jar is a zip file. */
function isArchive(bytes: Buffer): boolean {
  return bytes.length > 22 && bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
}

function notAvailable(): AppError {
  return new AppError(
    'launcher/not-available',
    "The server isn't live yet — the launcher download will be available soon!",
  );
}
