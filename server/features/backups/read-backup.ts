import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { cannotRead } from '#server/lib/files/cannot-read.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import { parseJson } from '#shared/rules/parse-json.ts';

import { BackupEnd, BackupHeader, BackupLine, formatVersion, signDigest } from './backup-format.ts';

export type BackupPart =
  | { header: BackupHeader }
  /** A JSON array of some rows of the table. */
  | { table: string; rows: string }
  | { sequence: string; value: string; isCalled: boolean }
  | { file: string; bytes: Buffer };

type OnProgress = (share: number) => void;
type CheckOptions = { onProgress?: OnProgress; secretsKey?: Uint8Array | undefined };

/** `isSigned`: signed with the given secrets key. False for other sites, older versions and forged files. */
export type CheckedBackup = BackupHeader & { isSigned: boolean };

/** Throws one clear line if the backup is not complete and unchanged, so that a restore never begins with it. */
export async function checkBackup(
  file: string,
  { onProgress = () => {}, secretsKey }: CheckOptions = {},
): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  let isSigned = false;
  const onEnd = (end: BackupEnd) => (isSigned = isSignedWith(secretsKey, end, file));
  for await (const part of readParts(file, { onProgress, onEnd })) {
    if ('header' in part) ({ header } = part);
  }
  if (!header) throw notABackup(file);
  return { ...header, isSigned };
}

/** Throws if the signature is of this key, but of another content. */
function isSignedWith(
  secretsKey: Uint8Array | undefined,
  { sha256, signature }: BackupEnd,
  file: string,
): boolean {
  if (!secretsKey || !signature) return false;
  const expected = signDigest(secretsKey, sha256);
  if (signature.key !== expected.key) return false;
  if (signature.hmac === expected.hmac) return true;
  throw new StartupError(`${file} was changed after it was made: its signature is wrong.`);
}

type ReadOptions = { onProgress: OnProgress; onEnd?: (end: BackupEnd) => void };

/** Throws at the end if the parts do not match the digest. */
export async function* readParts(file: string, options: ReadOptions): AsyncGenerator<BackupPart> {
  let tables: string[] | undefined;
  let table = '';
  let stored: StoredFile | undefined;
  for await (const line of readChecked(file, options)) {
    if (!tables) {
      const header = readHeader(file, line);
      tables = header.tables.map(({ name }) => name);
      yield { header };
    } else if (line[0] === bracket) {
      yield { table, rows: line.toString() };
    } else {
      const found = BackupLine.safeParse(parseJson(line.toString())).data;
      if (found === undefined) throw damaged(file);
      if (typeof found === 'string') {
        if (stored) addChunk(file, stored, found);
        continue;
      }
      if (stored) yield joinChunks(file, stored);
      stored = 'file' in found ? { ...found, chunks: [], length: 0 } : undefined;
      if ('sequence' in found) yield found;
      if ('table' in found) ({ table } = found);
      // Each table comes once, in the order of the header.
      if ('table' in found && tables.shift() !== table) throw damaged(file);
    }
  }
  if (stored) yield joinChunks(file, stored);
}

/** All lines except the last one, which has their digest. */
async function* readChecked(
  file: string,
  { onProgress, onEnd }: ReadOptions,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let last: Buffer | undefined;
  for await (const { line, share } of readLines(file)) {
    onProgress(share);
    if (last) {
      digest.update(last).update('\n');
      yield last;
    } else {
      readHeader(file, line);
    }
    last = line;
  }
  if (!last) throw notABackup(file);
  const end = BackupEnd.safeParse(parseJson(last.toString())).data;
  if (!end) throw incomplete(file);
  if (end.sha256 !== digest.digest('hex')) throw damaged(file);
  onEnd?.(end);
}

type StoredFile = { file: string; size: number; chunks: Buffer[]; length: number };

const bracket = '['.codePointAt(0);

function addChunk(backup: string, stored: StoredFile, text: string): void {
  const chunk = Buffer.from(text, 'base64');
  stored.chunks.push(chunk);
  stored.length += chunk.length;
  if (stored.length > stored.size) throw damaged(backup);
}

function joinChunks(backup: string, { file, size, chunks, length }: StoredFile): BackupPart {
  if (length !== size) throw damaged(backup);
  return { file, bytes: Buffer.concat(chunks) };
}

type Line = {
  line: Buffer;
  /** How much of the file has been read, from 0 to 1. */
  share: number;
};

async function* readLines(file: string): AsyncGenerator<Line> {
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  const text = createGunzip({ chunkSize: chunkBytes });
  // An error of the source ends the loop below with the same error.
  pipeline(source, text, () => {});
  let parts: Buffer[] = [];
  let length = 0;
  try {
    const { size } = await stat(file);
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        const line = Buffer.concat([...parts, chunk.subarray(from, at)]);
        if (!isUtf8(line)) throw damaged(file);
        yield { line, share: source.bytesRead / size };
        parts = [];
        length = 0;
        from = at + 1;
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > longestLine) throw damaged(file);
    }
  } catch (error) {
    throw explainFailure(file, error);
  }
  if (parts.length > 0) throw incomplete(file);
}

const chunkBytes = 1024 * 1024;
/** A small file can unpack to an endless line. Those of a backup have about a megabyte. */
const longestLine = 128 * 1024 * 1024;
const newline = 10;

function readHeader(file: string, line: Buffer): BackupHeader {
  const found = parseJson(line.toString());
  const format = BackupHeader.pick({ wynholdBackup: true }).safeParse(found).data;
  if (!format) throw notABackup(file);
  if (format.wynholdBackup > formatVersion) {
    throw new StartupError(
      `${file} was made by a newer version of the site. Update this one first, then restore it.`,
    );
  }
  const header = BackupHeader.safeParse(found).data;
  if (!header) throw damaged(file);
  return header;
}

function explainFailure(file: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') return incomplete(file);
  if (code === 'Z_DATA_ERROR') {
    const isOther = error instanceof Error && error.message === 'incorrect header check';
    return isOther ? notABackup(file) : damaged(file);
  }
  if (error instanceof Error && 'syscall' in error) {
    return cannotRead(file, error);
  }
  return error;
}

function notABackup(file: string): StartupError {
  return new StartupError(`${file} is not a backup of this software.`);
}

function incomplete(file: string): StartupError {
  return new StartupError(`${file} is incomplete: its end is missing. Copy it again.`);
}

export function damaged(file: string): StartupError {
  return new StartupError(`${file} is damaged: its content does not match its digest.`);
}
