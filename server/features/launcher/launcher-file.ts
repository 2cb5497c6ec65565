import type { LauncherFileKind } from '#shared/rules/launcher-kinds.ts';

import { findZipEntries, readZipEntry } from './zip-file.ts';

export type IdentifiedFile = {
  kind: LauncherFileKind;
  /** The version that a .jar names in its manifest. */
  version: string | undefined;
};

/** Recognises a launcher by its bytes; names and content types are claims of the sender. */
export function identifyLauncher(bytes: Buffer): IdentifiedFile | undefined {
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
