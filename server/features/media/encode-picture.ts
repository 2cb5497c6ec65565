import { createHash } from 'node:crypto';

import type { Metadata, SharpOptions } from 'sharp';

import { createWorkQueue } from '#server/lib/data/work-queue.ts';
import { loadSharp } from '#server/lib/files/load-sharp.ts';
import { mediaLimits, widthsUpTo } from '#shared/endpoints/media.ts';
import { AppError } from '#shared/errors.ts';

/** Only pixels are kept, re-encoded, so no metadata or hidden data survives. Their number is checked before decoding. */
export type EncodedPicture = {
  /** Hash of the widest file, so uploading a picture again gives the same name. */
  hash: string;
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
};

const widest = 1600;
/** A strip of 1 × 40,000,000 pixels would exceed what WebP can store. */
const tallest = 6400;
const maxPixels = mediaLimits.megapixels * 1_000_000;

export async function encodePicture(bytes: Buffer): Promise<EncodedPicture> {
  const type = detectImageType(bytes);
  if (!type) throw unsupported();
  return runOneAtATime(async () => {
    const options: SharpOptions = {
      limitInputPixels: maxPixels,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    };
    await checkHeader(bytes, type, options);
    try {
      return await scale(bytes, options);
    } catch (error) {
      throw broken(error);
    }
  });
}

async function checkHeader(bytes: Buffer, type: ImageType, options: SharpOptions): Promise<void> {
  const sharp = await loadSharp();
  // No pixel limit here, so the error can state the actual size.
  const metadata = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => Promise.reject(broken(error)));
  if (!matchesType(type, metadata)) throw unsupported();
  const { width, height } = metadata;
  if (width * height <= maxPixels) return;
  throw new AppError(
    'media/too-many-pixels',
    `That picture has ${width} × ${height} pixels. Use one with at most ${mediaLimits.megapixels} megapixels.`,
  );
}

async function scale(bytes: Buffer, options: SharpOptions): Promise<EncodedPicture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, options)
    .rotate()
    .resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = { width, height, channels };
  const files: EncodedPicture['files'] = [];
  for (const one of widthsUpTo(width)) {
    const scaled = sharp(data, { raw }).resize({ width: one });
    files.push({ width: one, bytes: await scaled.webp({ quality: 80, effort: 4 }).toBuffer() });
  }
  const own = files.at(-1)?.bytes ?? Buffer.alloc(0);
  const hash = createHash('sha256').update(own).digest('hex').slice(0, 32);
  return { hash, width, height, files };
}

function matchesType(type: ImageType, { format, compression }: Metadata): boolean {
  if (type === 'avif') return format === 'heif' && compression === 'av1';
  return format === type;
}

function unsupported(): AppError {
  return new AppError(
    'media/unsupported',
    'This file type is not supported. Use PNG, JPEG, WebP, GIF or AVIF.',
  );
}

function broken(cause: unknown): AppError {
  return new AppError('media/broken', 'That picture is damaged or incomplete.', { cause });
}

/** Limits memory when many uploads arrive at once. */
const runOneAtATime = createWorkQueue({ atOnce: 1 });

/** Supported types, detected from the first bytes: the file name and content type are not trusted. */
type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'avif';

function detectImageType(bytes: Buffer): ImageType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  const text = bytes.subarray(0, 12).toString('latin1');
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[^]{4}WEBP$/.test(text)) return 'webp';
  if (text.slice(4, 8) === 'ftyp' && hasAvifBrand(bytes)) return 'avif';
  return undefined;
}

function startsWith(bytes: Buffer, start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Layout: major brand, version, compatible brands; four bytes each. */
function hasAvifBrand(bytes: Buffer): boolean {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 200);
  for (let at = 8; at + 4 <= end; at += 4) {
    const brand = bytes.toString('latin1', at, at + 4);
    if (at !== 12 && (brand === 'avif' || brand === 'avis')) return true;
  }
  return false;
}
