import type { Readable } from 'node:stream';

import type { StoredFile } from '#server/lib/files/bucket.ts';

/** Where scheduled backups are kept. */
export type BackupPlace = {
  description: string;
  /** `make` writes a checked backup to the path it gets. Only complete backups are ever listed. */
  store<T>(name: string, make: (file: string) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** A small file beside the backups. */
  write(name: string, text: string): Promise<void>;
  /** Returns undefined if there is no such file. */
  read(name: string): Promise<string | undefined>;
  list(): Promise<StoredFile[]>;
  /** Returns undefined if there is no such file. */
  open(name: string): Promise<{ bytes: number | undefined; stream: Readable } | undefined>;
  remove(name: string): Promise<void>;
  /** Removes what a killed process has left of backups that `isOwn` recognises. */
  removeUnfinished(isOwn: (name: string) => boolean): Promise<void>;
};
