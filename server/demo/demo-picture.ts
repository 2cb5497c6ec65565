import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import type { EncodedPicture } from '#server/features/media/encode-picture.ts';
import { storeEncodedPicture } from '#server/features/media/media.service.ts';

const artFolder = path.join(import.meta.dirname, 'art');

type Description = Pick<EncodedPicture, 'hash' | 'width' | 'height'> & { widths: number[] };

/** Stores a picture of server/demo/art, which are encoded like uploads. Returns its hash. */
export async function storeDemoPicture(
  deps: Deps,
  name: `${'items' | 'scenes'}/${string}`,
): Promise<string> {
  const text = await readFile(path.join(artFolder, `${name}.json`), 'utf8');
  const { widths, ...picture } = JSON.parse(text) as Description;
  const files = widths.map(async (width) => ({
    width,
    bytes: await readFile(path.join(artFolder, `${name}-${width}.webp`)),
  }));
  const { url } = await storeEncodedPicture(deps, { ...picture, files: await Promise.all(files) });
  return url.slice('/media/'.length);
}
