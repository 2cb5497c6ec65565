import { inflateRawSync } from 'node:zlib';

// Reads only the list of files and small ones of them, so that no library is needed.

type ZipEntry = { name: string; method: number; compressedSize: number; offset: number };

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;
const endLength = 22;
const maxCommentLength = 65_535;
const maxEntryBytes = 64 * 1024;

/** The files in a zip archive; undefined if the bytes are not a whole archive. */
export function findZipEntries(bytes: Buffer): ZipEntry[] | undefined {
  const end = findEnd(bytes);
  if (end === undefined) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySignature) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString(),
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries.length > 0 ? entries : undefined;
}

/** Undefined for a file that is large, damaged or packed in an unknown way. */
export function readZipEntry(bytes: Buffer, entry: ZipEntry): Buffer | undefined {
  const { offset, compressedSize, method } = entry;
  if (offset + 30 > bytes.length || compressedSize > maxEntryBytes) return undefined;
  if (bytes.readUInt32LE(offset) !== localSignature) return undefined;
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + compressedSize);
  if (method === 0) return data;
  if (method !== 8) return undefined;
  try {
    return inflateRawSync(data, { maxOutputLength: maxEntryBytes });
  } catch {
    return undefined;
  }
}

/** The list of files is at the end of the archive, before a comment. */
function findEnd(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - endLength - maxCommentLength);
  for (let at = bytes.length - endLength; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  return undefined;
}
