import fs from 'node:fs';

import type { PGlite, postgresMod } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type PostgresMod = postgresMod.PostgresMod;

/** PGlite does not call fsync, so a power cut would lose commits. PGlite's version is pinned: this uses its internals. */
export class DurableNodeFs extends NodeFS {
  override async init(
    pg: PGlite,
    options: Partial<PostgresMod>,
  ): Promise<{ emscriptenOpts: Partial<PostgresMod> }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [...(emscriptenOpts.preRun ?? []), passOnSyncs];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function passOnSyncs(mod: PostgresMod): void {
  // Emscripten's types do not include its file systems.
  const { FS, NODEFS } = mod as unknown as EmscriptenModule;
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      syncStream(stream, NODEFS);
      return 0;
    } catch (error) {
      // PostgreSQL must see the failure, so that it stops instead of trusting a broken disk.
      throw new FS.ErrnoError(NODEFS.convertNodeCode(error));
    }
  };
}

type Stream = { nfd?: number; node: unknown };
type NodeFsModule = {
  stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: unknown): string;
  convertNodeCode(error: unknown): number;
};
type EmscriptenModule = {
  FS: { ErrnoError: new (errno: number) => Error };
  NODEFS: NodeFsModule;
};

function syncStream(stream: Stream, nodeFs: NodeFsModule): void {
  if (stream.nfd !== undefined) return fs.fsyncSync(stream.nfd);
  syncDirectory(nodeFs.realPath(stream.node));
}

/** Makes new, renamed and removed entries durable. Windows does this itself and rejects the call. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
