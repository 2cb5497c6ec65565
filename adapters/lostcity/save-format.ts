import { crc32 } from 'node:zlib';

/**
 * The game's save file: big-endian, followed by a CRC32 of everything before it. Fields the adapter
 * never edits (looks, varps, trailer) are kept as raw bytes, so that writing a save that was read
 * gives the same file. New versions have always added their fields at the end: everything after the
 * inventories is kept as it is, also bytes that no known version has.
 */
export type Save = {
  version: number;
  x: number;
  z: number;
  plane: number;
  /** Seven body parts, five colours, gender. */
  looks: Uint8Array;
  energy: number;
  /** In game ticks of 0.6 s. */
  playtime: number;
  /** Indexed by stat id. The level may be boosted or drained; the experience is the real value. */
  stats: { xpTenths: number; level: number }[];
  /** The player's variables, preceded by their count. */
  varps: Uint8Array;
  inventories: Inventory[];
  /** AFK zones, chat modes, the date of the last login; from version 8 on the last overworld tile. */
  trailer: Uint8Array;
};

export type Inventory = { type: number; slots: (Item | undefined)[] };
export type Item = { id: number; count: number };

/** The bytes are not a save, or a damaged one. */
export class SaveError extends Error {}

/** The game wrote this save intact, but this program cannot read it. */
export class UnreadableSaveError extends SaveError {}

const magic = 0x2004;
/** By version: the length of the trailer after the AFK zones. */
const trailerLengths = new Map([
  [6, 11],
  [7, 11],
  [8, 11 + 5],
  [9, 11 + 6],
]);
const statCount = 21;
const looksLength = 7 + 5 + 1;
const checksumLength = 4;
/** Counts from here on are stored in five bytes. */
const longCount = 255;

export function readSave(bytes: Uint8Array): Save {
  assertIntact(bytes);
  const reader = createReader(bytes.subarray(0, bytes.length - checksumLength));
  reader.skip(2);
  const version = reader.u16();
  if (!trailerLengths.has(version)) {
    throw new UnreadableSaveError(`Saves of version ${version} are not supported.`);
  }
  return {
    version,
    x: reader.u16(),
    z: reader.u16(),
    plane: reader.u8(),
    looks: reader.take(looksLength),
    energy: reader.u16(),
    playtime: reader.i32(),
    stats: Array.from({ length: statCount }, () => ({
      xpTenths: reader.i32(),
      level: reader.u8(),
    })),
    varps: readVarps(reader, version),
    inventories: Array.from({ length: reader.u8() }, () => readInventory(reader)),
    trailer: readTrailer(reader, version),
  };
}

export function writeSave(save: Save): Uint8Array {
  const parts: Uint8Array[] = [
    u16(magic),
    u16(save.version),
    u16(save.x),
    u16(save.z),
    u8(save.plane),
    save.looks,
    u16(save.energy),
    i32(save.playtime),
    ...save.stats.flatMap(({ xpTenths, level }) => [i32(xpTenths), u8(level)]),
    save.varps,
    u8(save.inventories.length),
    ...save.inventories.flatMap(writeInventory),
    save.trailer,
  ];
  const body = Buffer.concat(parts);
  return Buffer.concat([body, i32(crc32(body) | 0)]);
}

function assertIntact(bytes: Uint8Array): void {
  if (bytes.length < 8) throw new SaveError('The save is cut off.');
  const view = viewOf(bytes);
  if (view.getUint16(0) !== magic) throw new SaveError('This is not a save file of the game.');
  const checksum = view.getUint32(bytes.length - checksumLength);
  if (checksum !== crc32(bytes.subarray(0, bytes.length - checksumLength))) {
    throw new SaveError('The save is damaged: its checksum does not match.');
  }
}

/** Version 6 stores all values; later ones store pairs of an id and a value of one to five bytes. */
function readVarps(reader: Reader, version: number): Uint8Array {
  const start = reader.position();
  const count = reader.u16();
  if (version < 7) reader.skip(count * 4);
  else for (let i = 0; i < count; i++) skipVarp(reader);
  return reader.since(start);
}

function skipVarp(reader: Reader): void {
  reader.skip(2);
  for (let length = 1; reader.u8() >= 0x80; length++) {
    if (length === 5) throw new UnreadableSaveError('The save holds a variable that is too long.');
  }
}

function readInventory(reader: Reader): Inventory {
  const type = reader.u16();
  const slots = Array.from({ length: reader.u16() }, () => readSlot(reader));
  return { type, slots };
}

function readSlot(reader: Reader): Item | undefined {
  const id = reader.u16() - 1;
  if (id < 0) return undefined;
  const count = reader.u8();
  return { id, count: count === longCount ? reader.i32() : count };
}

function writeInventory({ type, slots }: Inventory): Uint8Array[] {
  return [u16(type), u16(slots.length), ...slots.flatMap(writeSlot)];
}

function writeSlot(item: Item | undefined): Uint8Array[] {
  if (!item) return [u16(0)];
  if (item.count < longCount) return [u16(item.id + 1), u8(item.count)];
  return [u16(item.id + 1), u8(longCount), i32(item.count)];
}

function readTrailer(reader: Reader, version: number): Uint8Array {
  const start = reader.position();
  const afkZones = reader.u8();
  reader.skip(afkZones * 4 + (trailerLengths.get(version) ?? 0));
  reader.skipRest();
  return reader.since(start);
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Uint8Array) {
  const view = viewOf(bytes);
  let at = 0;

  function step(length: number): number {
    if (at + length > bytes.length) {
      throw new UnreadableSaveError('The save ends before its contents.');
    }
    at += length;
    return at - length;
  }
  return {
    u8: () => view.getUint8(step(1)),
    u16: () => view.getUint16(step(2)),
    i32: () => view.getInt32(step(4)),
    skip: (length: number) => void step(length),
    take(length: number) {
      const start = step(length);
      return new Uint8Array(bytes.subarray(start, start + length));
    },
    position: () => at,
    since: (start: number) => new Uint8Array(bytes.subarray(start, at)),
    skipRest: () => void step(bytes.length - at),
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function u8(value: number): Uint8Array {
  return Uint8Array.of(value);
}

function u16(value: number): Uint8Array {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function i32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
