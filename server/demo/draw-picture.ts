import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/features/media/media.service.ts';

type Size = { width: number; density?: number };

/** Draws and stores server/demo/art/NAME.svg. Returns the hash of the picture. */
export async function drawPicture(deps: Deps, name: string, size: Size): Promise<string> {
  const { width, density = 72 } = size;
  const { default: sharp } = await import('sharp');
  const file = await readFile(path.join(import.meta.dirname, 'art', `${name}.svg`));
  const drawing = await sharp(file, { density })
    .resize({ width })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { url } = await storePicture(deps, drawing);
  return url.slice('/media/'.length);
}
