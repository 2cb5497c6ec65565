import { crc32, inflateRawSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { writeZip } from './write-zip.ts';

const files = [
  { name: 'a.txt', bytes: Buffer.from('hello hello hello hello') },
  { name: 'Grüße/ü.bin', bytes: Buffer.from([0, 255, 7]) },
  { name: 'empty', bytes: Buffer.alloc(0) },
];

test('each file of an archive is where the list at its end says, with the same facts', () => {
  const zip = writeZip(files);
  const end = zip.subarray(-22);
  expect(end.readUInt32LE(0)).toBe(0x06_05_4b_50);
  expect([end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([3, 3]);
  let at = end.readUInt32LE(16);
  expect(at + end.readUInt32LE(12)).toBe(zip.length - 22);
  for (const { name, bytes } of files) {
    expect(zip.readUInt32LE(at)).toBe(0x02_01_4b_50);
    const facts = zip.subarray(at + 6, at + 32);
    const pathLength = facts.readUInt16LE(22);
    expect(zip.toString('utf8', at + 46, at + 46 + pathLength)).toBe(name);
    expect(facts.readUInt16LE(2) & 0x08_00).toBe(0x08_00);
    expect([facts.readUInt32LE(10), facts.readUInt32LE(18)]).toEqual([crc32(bytes), bytes.length]);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04_03_4b_50);
    expect(zip.subarray(local + 4, local + 30)).toEqual(facts);
    const start = local + 30 + pathLength;
    const data = zip.subarray(start, start + facts.readUInt32LE(14));
    expect(inflateRawSync(data)).toEqual(bytes);
    at += 46 + pathLength;
  }
});

test('an archive without files is only its end', () => {
  expect(writeZip([]).toString('hex')).toBe(`504b0506${'00'.repeat(18)}`);
});
