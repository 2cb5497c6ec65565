import { deflateRawSync } from 'node:zlib';

// Small files of each kind, with the bytes that name the kind.

type Packed = { name: string; content: string };

/**
 * A real zip archive; deflated unless the method is another, without checksums, which nothing here reads. `extra` is the
 * length of what tools add to each file, twice as long in the list at the end.
 */
export function makeZip(files: Packed[], { method = 8, extra = 0 } = {}): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const data = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04_03_4b_50, 0);
    local.writeUInt16LE(method, 8);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra, 30);
    entry.writeUInt16LE(extra, 32);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), Buffer.alloc(extra), data);
    list.push(entry, Buffer.from(name), Buffer.alloc(2 * extra));
    offset += local.length + name.length + extra + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...list, end]);
}

export function makeJar(version?: string, content = 'launcher'): Buffer {
  const line = version === undefined ? '' : `Implementation-Version: ${version}\r\n`;
  return makeZip([
    { name: 'META-INF/MANIFEST.MF', content: `Manifest-Version: 1.0\r\n${line}` },
    { name: 'Main.class', content },
  ]);
}

export function makeExe(): Buffer {
  const bytes = Buffer.alloc(512);
  bytes.write('MZ', 0, 'latin1');
  bytes.writeUInt32LE(128, 60);
  bytes.write('PE\0\0', 128, 'latin1');
  return bytes;
}

export function makeAppImage(type = 2): Buffer {
  const bytes = Buffer.alloc(512);
  bytes.write('\u007FELF', 0, 'latin1');
  bytes.write(`AI${String.fromCodePoint(type)}`, 8, 'latin1');
  return bytes;
}
