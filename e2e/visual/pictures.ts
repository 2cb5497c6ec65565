import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

// Pictures are kept as WebP: as PNG they would take 50 MB. The same pixels always give the same file, so
// what the format loses makes no difference between two runs.

/** Fonts are smoothed a little differently on each machine; a button moved by 4 px changes 1,000 pixels. */
const tolerance = { perPixel: 48, pixels: 150 };

export const pictureFolder = fileURLToPath(new URL('pictures/', import.meta.url));

export async function writePicture(path: string, screenshot: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await encode(screenshot));
}

type Comparison = { isSame: boolean; summary: string; difference?: Buffer };

/** Compares a screenshot with the kept picture. The difference shows changed pixels in red. */
export async function comparePicture(path: string, screenshot: Buffer): Promise<Comparison> {
  if (!existsSync(path)) return { isSame: false, summary: 'there is no picture yet' };
  const [kept, current] = await Promise.all([
    decode(await readFile(path)),
    decode(await encode(screenshot)),
  ]);
  const [was, is] = [kept.info, current.info];
  if (was.width !== is.width || was.height !== is.height) {
    const summary = `${is.width} x ${is.height} instead of ${was.width} x ${was.height} pixels`;
    return { isSame: false, summary };
  }
  const changed = markChanges(kept.data, current.data);
  const { width, height, channels } = is;
  const difference = sharp(current.data, { raw: { width, height, channels } }).png();
  return {
    isSame: changed <= tolerance.pixels,
    summary: `${changed} pixels differ, ${tolerance.pixels} may`,
    difference: await difference.toBuffer(),
  };
}

/** Paints changed pixels red and counts them. */
function markChanges(kept: Buffer, current: Buffer): number {
  let count = 0;
  for (let at = 0; at < current.length; at += 3) {
    const isChanged = [0, 1, 2].some(
      (channel) =>
        Math.abs((kept[at + channel] ?? 0) - (current[at + channel] ?? 0)) > tolerance.perPixel,
    );
    if (!isChanged) continue;
    count += 1;
    current.set([255, 0, 0], at);
  }
  return count;
}

function encode(screenshot: Buffer): Promise<Buffer> {
  return sharp(screenshot).webp({ quality: 60, effort: 5 }).toBuffer();
}

function decode(picture: Buffer) {
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}
