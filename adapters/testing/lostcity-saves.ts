import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { readSave, writeSave } from '../lostcity/save-format.ts';

/** Written by the real game, branch 225. */
const version6 = readFileSync(new URL('../lostcity/fixtures/v6-player.sav', import.meta.url));

/** The same player in a save of another version, byte for byte as the game's newer branches write it. */
export function saveOfVersion(version: number): Buffer {
  if (version === 6) return version6;
  const save = readSave(version6);
  // Pairs of an id and a value of one to five bytes: 1 = 5, 2 = 16383, 3 = -1.
  const varps = Buffer.from('00030001050002ff7f00038fffffff7f', 'hex');
  const overworldTile = version >= 8 ? Buffer.from('0c960c9200', 'hex') : Buffer.alloc(0);
  const hasTile = version >= 9 ? Buffer.of(1) : Buffer.alloc(0);
  const trailer = Buffer.concat([save.trailer, overworldTile, hasTile]);
  const bytes = Buffer.from(writeSave({ ...save, varps, trailer }).subarray(0, -4));
  bytes.writeUInt16BE(version, 2);
  return withChecksum(bytes);
}

export function withChecksum(body: Uint8Array): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([body, sum]);
}
