import { createHash } from 'node:crypto';

import type { Deps } from '#server/deps.ts';
import { readPicture } from '#server/features/media/media.service.ts';
import { loadSharp } from '#server/lib/files/load-sharp.ts';
import { iconSizes } from '#shared/endpoints/appearance.ts';
import type { Appearance, Brand, IconSize } from '#shared/endpoints/appearance.ts';

type Logo = NonNullable<Appearance['logo']>;
type IconDeps = Pick<Deps, 'brand' | 'db' | 'media'>;

/** Named by the picture and its crop, so that it can be cached forever. */
export function iconsOf(logo: Logo): NonNullable<Brand['icons']> {
  const key = keyOf(logo);
  const paths = iconSizes.map((size) => [size, `/icons/${key}-${size}.png`] as const);
  return Object.fromEntries(paths) as NonNullable<Brand['icons']>;
}

/** Drawn at the first request and kept in the media store for all replicas. Undefined if it was never published. */
export async function findIcon(
  deps: IconDeps,
  { key, size }: { key: string; size: IconSize },
): Promise<Buffer | undefined> {
  const { logo } = await deps.brand.read();
  if (logo && keyOf(logo) === key) return getIcon(deps, { logo, size });
  return deps.media.get(nameOf(key, size));
}

export async function getIcon(
  deps: Pick<Deps, 'db' | 'media'>,
  { logo, size }: { logo: Logo; size: IconSize },
): Promise<Buffer | undefined> {
  const name = nameOf(keyOf(logo), size);
  const stored = await deps.media.get(name);
  if (stored) return stored;
  const bytes = await readPicture(deps, logo.picture);
  if (!bytes) return undefined;
  const icon = await drawSquare(bytes, logo.crop, {
    size: size === 'maskable' ? 512 : Number(size),
    margin: size === 'maskable' ? 0.14 : 0,
  });
  await deps.media.put(name, icon);
  return icon;
}

function nameOf(key: string, size: IconSize): string {
  return `icon-${key}-${size}.png`;
}

function keyOf(logo: Logo): string {
  return createHash('sha256').update(JSON.stringify(logo)).digest('hex').slice(0, 16);
}

type Crop = { x: number; y: number; size: number };

/** Cuts a square out of a picture, at any size. The margin is a share of the result, in the night's colour. */
async function drawSquare(
  bytes: Buffer,
  crop: Crop,
  { size, margin }: { size: number; margin: number },
): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes).metadata();
  const side = Math.max(1, Math.floor(Math.min(width, height) * crop.size));
  const border = Math.round(size * margin);
  const inner = size - 2 * border;
  return sharp(bytes)
    .extract({
      left: place(crop.x * width, side, width),
      top: place(crop.y * height, side, height),
      width: side,
      height: side,
    })
    .resize({ width: inner, height: inner })
    .extend({
      top: border,
      bottom: border,
      left: border,
      right: border,
      background: '#14110f',
    })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The start of a stretch around a middle that does not leave the picture. */
function place(middle: number, side: number, length: number): number {
  return Math.round(Math.min(Math.max(middle - side / 2, 0), length - side));
}
