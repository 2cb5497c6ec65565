import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import { root } from '../lib/project.mjs';

// npx tsx scripts/assets/app-icons.ts: draws client/public/favicon.svg as the bitmaps that phones and
// old browsers ask for. Run it again when the emblem changes.

const folder = join(root, 'client/public');
const svg = await readFile(join(folder, 'favicon.svg'), 'utf8');
/** Home screens round the corners themselves, so the background must reach the edges. */
const square = svg.replaceAll(/ rx="[\d.]+"/g, '').replace(/<rect x="1\.25"[^>]*>/, '');

await writePng('icon-192.png', svg, 192);
await writePng('icon-512.png', svg, 512);
await writePng(
  'icon-maskable-512.png',
  square
    .replace('viewBox="0 0 64 64"', 'viewBox="-6 -6 76 76"')
    .replaceAll('<rect width="64" height="64"', '<rect x="-6" y="-6" width="76" height="76"'),
  512,
);
await writePng('apple-touch-icon.png', square, 180);
await writeFile(join(folder, 'favicon.ico'), toIco(await draw(svg, 32)));

async function writePng(name: string, source: string, size: number) {
  await writeFile(join(folder, name), await draw(source, size));
}

function draw(source: string, size: number) {
  return sharp(Buffer.from(source), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ palette: size > 64, effort: 10 })
    .toBuffer();
}

/** Wraps one 32 × 32 PNG as an .ico file. */
function toIco(png: Buffer) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}
