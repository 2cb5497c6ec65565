import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import type { heroScenes } from '#shared/endpoints/appearance.ts';
import { authPictures } from '#shared/rules/auth-scenes.ts';

type Scene = (typeof heroScenes)[number];
type Manifest = Record<string, { file: string } | undefined>;

/** The files of a scene of ours. Null for the castle, which the home page draws in layers. */
export async function findScene({ clientFolder }: Pick<Deps, 'clientFolder'>, scene: Scene) {
  if (scene === 'castle' || !clientFolder) return null;
  const manifest = JSON.parse(
    await readFile(path.join(clientFolder, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const sources = authPictures.wide.widths.flatMap((width) => {
    const file = manifest[`art/accounts/${scene}-wide-${width}.avif`]?.file;
    return file ? [{ src: `/${file}`, width }] : [];
  });
  const [first] = sources;
  if (!first) return null;
  return { src: first.src, srcset: sources.map(({ src, width }) => `${src} ${width}w`).join(', ') };
}
