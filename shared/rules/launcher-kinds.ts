// Without schemas: the download page needs none.

/** In the order in which they are offered to a system that none is made for. */
export const launcherKinds = ['jar', 'zip', 'exe', 'appimage', 'link'] as const;
export type LauncherKind = (typeof launcherKinds)[number];
export type LauncherFileKind = Exclude<LauncherKind, 'link'>;

type FileKind = { extension: string; system: string; requirement: string };

/** `requirement` is the default of a new upload; an admin can change it. */
export const launcherFiles: Record<LauncherFileKind, FileKind> = {
  jar: { extension: 'jar', system: 'Any system with Java', requirement: 'Java 11' },
  zip: { extension: 'zip', system: 'Archive', requirement: '' },
  exe: { extension: 'exe', system: 'Windows', requirement: 'Windows 10 or later' },
  appimage: { extension: 'AppImage', system: 'Linux', requirement: 'Linux, 64-bit' },
};

export const launcherFilePath = '/download/launcher';

/** A version, or none. */
export const launcherVersion = {
  pattern: /^(?:v?\d[\w.+-]{0,19})?$/,
  error: 'Use a version such as v2.1.0, or leave it empty.',
};

/** At most this many bytes per file. Larger launchers are offered as a link. */
export const launcherMaxBytes = 64 * 1024 * 1024;

export function formatFileSize(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}
