import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { encodePicture } from '#server/features/media/encode-picture.ts';
import type { EncodedPicture } from '#server/features/media/encode-picture.ts';
import { storeEncodedPicture } from '#server/features/media/media.service.ts';

const artFolder = path.join(import.meta.dirname, 'art');

/** How large the drawings of each folder are drawn. Items are 400 pixels wide at 72 dpi. */
const sizes = { scenes: { width: 1600, density: 72 }, items: { width: 800, density: 144 } };
type ArtFolder = keyof typeof sizes;
type ArtName = `${ArtFolder}/${string}`;
type Description = Pick<EncodedPicture, 'hash' | 'width' | 'height'> & { widths: number[] };

/** Stores server/demo/art/NAME.svg as a picture. Returns its hash. */
export async function drawPicture(deps: Deps, name: ArtName): Promise<string> {
  const picture = (await readPrepared(name)) ?? (await drawArt(artFolder, name));
  const { url } = await storeEncodedPicture(deps, picture);
  return url.slice('/media/'.length);
}

/**
 * For the build: draws everything in `folder` and stores the pictures beside the drawings. Drawing needs
 * more time and memory than everything else in the first start of a demo.
 */
export async function prepareArt(folder: string): Promise<void> {
  for (const group of Object.keys(sizes) as ArtFolder[]) {
    const drawings = (await readdir(path.join(folder, group))).filter((file) =>
      file.endsWith('.svg'),
    );
    for (const drawing of drawings) {
      const name: ArtName = `${group}/${path.basename(drawing, '.svg')}`;
      const { files, ...picture } = await drawArt(folder, name);
      const description: Description = { ...picture, widths: files.map(({ width }) => width) };
      await writeFile(path.join(folder, `${name}.json`), JSON.stringify(description));
      for (const { width, bytes } of files) {
        await writeFile(path.join(folder, fileOf(name, width)), bytes);
      }
    }
  }
}

async function drawArt(folder: string, name: ArtName): Promise<EncodedPicture> {
  const { width, density } = sizes[name.split('/')[0] as ArtFolder];
  const { default: sharp } = await import('sharp');
  const file = await readFile(path.join(folder, `${name}.svg`));
  const drawing = sharp(file, { density }).resize({ width }).png({ compressionLevel: 1 });
  return encodePicture(await drawing.toBuffer());
}

async function readPrepared(name: ArtName): Promise<EncodedPicture | undefined> {
  const text = await readFile(path.join(artFolder, `${name}.json`), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { widths, ...picture } = JSON.parse(text) as Description;
  const files = widths.map(async (width) => ({
    width,
    bytes: await readFile(path.join(artFolder, fileOf(name, width))),
  }));
  return { ...picture, files: await Promise.all(files) };
}

function fileOf(name: ArtName, width: number): string {
  return `${name}-${width}.webp`;
}
