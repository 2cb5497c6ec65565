import { createHash } from 'node:crypto';

import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { RouteAnswer } from '#shared/api.ts';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';
import { AppError } from '#shared/errors.ts';
import { launcherFiles, launcherKinds } from '#shared/rules/launcher-kinds.ts';
import type { LauncherFileKind, LauncherKind } from '#shared/rules/launcher-kinds.ts';

import * as queries from './launcher.db.ts';
import { findZipEntries, readZipEntry } from './zip-file.ts';

type LauncherDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'media'>;
type Details = { version?: string | undefined; requirement?: string | undefined };

export async function getLauncher(
  deps: Pick<Deps, 'db'>,
): Promise<RouteAnswer<'GET /api/launcher'>> {
  const live = (await listDownloads(deps)).filter(({ isLive }) => isLive);
  return {
    isLive: live.length > 0,
    downloads: live.map(({ isLive: _isLive, ...download }) => download),
  };
}

export async function listDownloads({ db }: Pick<Deps, 'db'>): Promise<ManagedDownload[]> {
  const found = await queries.listDownloads(db);
  return launcherKinds.flatMap((kind) => found.find((one) => one.kind === kind) ?? []);
}

export async function updateLauncher(
  deps: LauncherDeps,
  actor: Actor,
  { kind, ...change }: Details & { kind: LauncherKind; isLive?: boolean | undefined },
): Promise<ManagedDownload> {
  return writeDownload(deps, { actor, action: 'launcher/changed', kind }, (before) => {
    if (!before) throw new AppError('launcher/no-file', 'Upload the launcher file first.');
    const version = change.version ?? before.version;
    return {
      ...before,
      version,
      requirement: change.requirement ?? before.requirement,
      isLive: change.isLive ?? before.isLive,
      fileName: kind === 'link' ? null : fileNameOf(deps, kind, version),
    };
  });
}

/** The file is stored before the row refers to it, so that a reader never finds a row without a file. */
export async function uploadLauncher(
  deps: LauncherDeps,
  actor: Actor,
  { bytes, ...details }: Details & { bytes: Buffer },
): Promise<ManagedDownload> {
  const file = identifyLauncher(bytes);
  if (!file) {
    throw new AppError(
      'launcher/unsupported',
      'Send the launcher as a .jar, .exe, .zip or .AppImage file.',
    );
  }
  const { kind } = file;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await deps.media.put(storedName(kind, sha256), bytes);
  return writeDownload(deps, { actor, action: 'launcher/uploaded', kind }, (before) => {
    const version = details.version ?? file.version ?? before?.version ?? '';
    return {
      kind,
      version,
      requirement: details.requirement ?? before?.requirement ?? launcherFiles[kind].requirement,
      fileName: fileNameOf(deps, kind, version),
      size: bytes.length,
      sha256,
      url: null,
      isLive: before?.isLive ?? false,
    };
  });
}

export async function setLauncherLink(
  deps: LauncherDeps,
  actor: Actor,
  link: Required<Details> & { url: string; version: string; requirement: string },
): Promise<ManagedDownload> {
  return writeDownload(deps, { actor, action: 'launcher/linked', kind: 'link' }, (before) => ({
    kind: 'link',
    ...link,
    fileName: null,
    size: null,
    sha256: null,
    isLive: before?.isLive ?? false,
  }));
}

export async function removeLauncher(
  deps: LauncherDeps,
  actor: Actor,
  kind: LauncherKind,
): Promise<void> {
  await change(deps, actor, 'site', async (trx, audit) => {
    await queries.lockLauncher(trx);
    const before = await findDownload(trx, kind);
    if (!before) throw new AppError('launcher/no-file', 'This download has already been removed.');
    await queries.deleteDownload(trx, kind);
    audit('launcher/removed', kind, { before });
  });
}

/** The file for players; throws while it is not live. Without a kind, the first one. */
export async function openLauncher(
  deps: Pick<Deps, 'db' | 'media'>,
  kind?: LauncherKind,
): Promise<{
  kind: LauncherFileKind;
  sha256: string;
  fileName: string;
  read: () => Promise<Buffer>;
}> {
  const { downloads } = await getLauncher(deps);
  const file = downloads.find((one) => one.sha256 && (!kind || one.kind === kind));
  if (!file?.sha256 || !file.fileName || file.kind === 'link') throw notAvailable();
  const { sha256, fileName, kind: found } = file;
  return {
    kind: found,
    sha256,
    fileName,
    read: async () => {
      const bytes = await deps.media.get(storedName(found, sha256));
      if (!bytes) throw notAvailable();
      return bytes;
    },
  };
}

type Write = { actor: Actor; action: string; kind: LauncherKind };

async function writeDownload(
  deps: LauncherDeps,
  { actor, action, kind }: Write,
  next: (before: ManagedDownload | undefined) => ManagedDownload,
): Promise<ManagedDownload> {
  return change(deps, actor, 'site', async (trx, audit) => {
    await queries.lockLauncher(trx);
    const before = await findDownload(trx, kind);
    const after = next(before);
    await queries.upsertDownload(trx, after);
    audit(action, kind, { before, after });
    return after;
  });
}

async function findDownload(trx: Trx, kind: LauncherKind): Promise<ManagedDownload | undefined> {
  return (await queries.listDownloads(trx)).find((one) => one.kind === kind);
}

/** Made by us: the name of the uploaded file is never used. */
function fileNameOf(
  { brand }: Pick<Deps, 'brand'>,
  kind: LauncherFileKind,
  version: string,
): string {
  const site = brand
    .now()
    .name.toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-');
  const name = version === '' ? `${site}-launcher` : `${site}-launcher-${version}`;
  return `${name}.${launcherFiles[kind].extension}`;
}

function storedName(kind: LauncherFileKind, sha256: string): string {
  return `launcher-${sha256}.${launcherFiles[kind].extension}`;
}

function notAvailable(): AppError {
  return new AppError(
    'launcher/not-available',
    "The server isn't live yet — the launcher download will be available soon!",
  );
}

type IdentifiedFile = {
  kind: LauncherFileKind;
  /** The version that a .jar names in its manifest. */
  version: string | undefined;
};

/** Recognises a launcher by its bytes; names and content types are claims of the sender. */
function identifyLauncher(bytes: Buffer): IdentifiedFile | undefined {
  if (isAppImage(bytes)) return { kind: 'appimage', version: undefined };
  if (isWindowsProgram(bytes)) return { kind: 'exe', version: undefined };
  const entries = findZipEntries(bytes);
  if (!entries) return undefined;
  const manifest = entries.find(({ name }) => name === 'META-INF/MANIFEST.MF');
  if (!manifest) return { kind: 'zip', version: undefined };
  return { kind: 'jar', version: readVersion(readZipEntry(bytes, manifest)) };
}

/** An ELF program with the AppImage magic, type 1 or 2. */
function isAppImage(bytes: Buffer): boolean {
  const isElf = bytes.subarray(0, 4).equals(Buffer.from('\u007FELF', 'latin1'));
  const magic = bytes.subarray(8, 11).toString('latin1');
  return isElf && (magic === 'AI\u0001' || magic === 'AI\u0002');
}

/** A DOS stub that points to a PE header. */
function isWindowsProgram(bytes: Buffer): boolean {
  if (bytes.length < 64 || bytes.subarray(0, 2).toString('latin1') !== 'MZ') return false;
  const at = bytes.readUInt32LE(60);
  return bytes.subarray(at, at + 4).toString('latin1') === 'PE\0\0';
}

function readVersion(manifest: Buffer | undefined): string | undefined {
  const [, version] =
    /^Implementation-Version: *(\d[\w.+-]{0,18}) *\r?$/m.exec(manifest?.toString() ?? '') ?? [];
  return version && `v${version}`;
}
