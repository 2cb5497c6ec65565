import { crc32, deflateRawSync } from 'node:zlib';

// No library, because an archive of small files in memory is two headers per file around Node's own deflate.

type ZipFile = { name: string; bytes: Buffer };

const utf8Names = 0x08_00;
const deflated = 8;
/** 1 January 1980, the first day that the format knows: the files have no date of their own. */
const firstDay = 0x21;

/** An archive for up to 65,535 files and 4 GB. */
export function writeZip(files: ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const data = deflateRawSync(bytes);
    const facts = describe({ path, data, bytes });
    const local = Buffer.concat([signature(0x04_03_4b_50), facts, path, data]);
    const madeBy = Buffer.from([20, 0]);
    entries.push(Buffer.concat([signature(0x02_01_4b_50), madeBy, facts, placeOf(offset), path]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  return Buffer.concat([...parts, list, endOf(files.length, list.length, offset)]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The 26 bytes that the file's own header and the list at the end have in common. */
function describe({ path, data, bytes }: { path: Buffer; data: Buffer; bytes: Buffer }): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE(firstDay, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(data.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(path.length, 22);
  return facts;
}

/** No comment, first disk, no attributes, then where the file begins. */
function placeOf(offset: number): Buffer {
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return place;
}

function endOf(count: number, listLength: number, listOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listLength, 12);
  end.writeUInt32LE(listOffset, 16);
  return end;
}
