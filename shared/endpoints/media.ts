import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';

const endpoint = endpointsOf('Media');

export const mediaLimits = { bytes: 10 * 1024 * 1024, megapixels: 40 };

/** A stored picture: always WebP, in a few widths. */
export type Picture = z.infer<typeof Picture>;
export const Picture = z.object({
  /** Content-addressed, without the width: `/media/<hash>`. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** For an `img`: src is the widest file, srcset lists all widths. */
  src: z.string(),
  srcset: z.string(),
});

/** A picture is stored at its own width and at each of these that is narrower. */
const pictureWidths = [400, 800, 1600];

const ownPicture = /^\/media\/([\da-f]{32})(?:-(\d{1,4})\.webp)?$/;

/** Reads `/media/<hash>` and `/media/<hash>-<width>.webp`; undefined for any other address. */
export function readPictureUrl(
  url: string,
): { hash: string; width: number | undefined } | undefined {
  const [, hash, width] = ownPicture.exec(url) ?? [];
  if (!hash) return undefined;
  return { hash, width: width === undefined ? undefined : Number(width) };
}

/** All stored widths of a picture that is `widest` pixels wide. */
export function widthsUpTo(widest: number): number[] {
  return [...pictureWidths.filter((width) => width < widest), widest];
}

export function srcsetOf(hash: string, widths: readonly number[]): string {
  return widths.map((width) => `/media/${hash}-${width}.webp ${width}w`).join(', ');
}

/** The body is the file itself, with its image/* content type; there is no multipart form. */
export const uploadMedia = endpoint('POST /api/admin/media', {
  permissions: ['news', 'shop'],
  summary: 'Upload a picture (PNG, JPEG, WebP, GIF, AVIF; 10 MB); it is re-encoded as WebP.',
  response: Picture,
  limit: { max: 60, seconds: 600 },
});
