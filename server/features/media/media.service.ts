import { randomBytes } from 'node:crypto';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { readImageSource } from '#server/lib/html/html-policy.ts';
import { readPictureUrl, srcsetOf } from '#shared/endpoints/media.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { AppError } from '#shared/errors.ts';

import { encodePicture } from './encode-picture.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { deletePictures, findPictureRow, findPictureRows, insertPicture } from './media.db.ts';
import type { StoredPicture } from './media.db.ts';

export type { StoredPicture } from './media.db.ts';

type StoreDeps = Pick<Deps, 'db' | 'media'>;

export async function storePicture(
  deps: StoreDeps,
  bytes: Buffer,
  actor?: Actor,
): Promise<Picture> {
  return storeEncodedPicture(deps, await encodePicture(bytes), actor);
}

/** Files before the row, so a row always has its files. Demo drawings have no actor. */
export async function storeEncodedPicture(
  { db, media }: StoreDeps,
  { hash, width, height, files }: EncodedPicture,
  actor?: Actor,
): Promise<Picture> {
  const picture = await putFiles({ media }, { hash, width, height, files });
  await transaction(db, async (trx) => {
    const isNew = await insertPicture(trx, picture, actor?.id ?? null);
    if (!isNew || !actor) return;
    await recordAudit(trx, {
      actor,
      action: 'media/uploaded',
      subject: hash,
      after: { width, height },
    });
  });
  return toPicture(picture);
}

/** With a random address that cannot be guessed. `record` adds the row that says whose picture it is. */
export async function storePrivatePicture(
  { db, media }: StoreDeps,
  { bytes, accountId }: { bytes: Buffer; accountId: number },
  record: (trx: Trx, hash: string) => Promise<void>,
): Promise<Picture> {
  const hash = randomBytes(16).toString('hex');
  const picture = await putFiles({ media }, { ...(await encodePicture(bytes)), hash });
  await transaction(db, async (trx) => {
    await insertPicture(trx, picture, accountId);
    await record(trx, hash);
  });
  return toPicture(picture);
}

/** Files first: if it is interrupted, the row is still there and the next run deletes the rest. */
export async function deletePrivatePictures(
  { db, media }: StoreDeps,
  hashes: readonly string[],
): Promise<void> {
  const pictures = await findPictureRows(db, hashes);
  for (const { hash, widths } of pictures) {
    for (const width of widths) await media.remove(fileName(hash, width));
  }
  await deletePictures(db, hashes);
}

/** For an import, which writes many pictures before its transaction, and their rows in it. */
export async function preparePicture(
  { media }: Pick<Deps, 'media'>,
  bytes: Buffer,
  { isDryRun }: { isDryRun: boolean },
): Promise<StoredPicture> {
  const encoded = await encodePicture(bytes);
  return isDryRun ? describe(encoded) : putFiles({ media }, encoded);
}

export async function importPicture(trx: Trx, picture: StoredPicture): Promise<void> {
  await insertPicture(trx, picture, null);
}

async function putFiles(
  { media }: Pick<Deps, 'media'>,
  encoded: EncodedPicture,
): Promise<StoredPicture> {
  for (const { width, bytes } of encoded.files) {
    await media.put(fileName(encoded.hash, width), bytes);
  }
  return describe(encoded);
}

function describe({ hash, width, height, files }: EncodedPicture): StoredPicture {
  return { hash, width, height, widths: files.map((file) => file.width) };
}

/** An uploaded picture by its address, with or without width; null for any other address. */
export async function findPicture(
  { db }: Pick<Deps, 'db'>,
  address: string,
): Promise<Picture | null> {
  const own = readPictureUrl(address);
  const row = own && (await findPictureRow(db, own.hash));
  return row ? toPicture(row) : null;
}

/** The widest file of an uploaded picture. */
export async function readPicture(
  deps: Pick<Deps, 'db' | 'media'>,
  address: string,
): Promise<Buffer | undefined> {
  const picture = await findPicture(deps, address);
  return picture ? deps.media.get(picture.src.slice('/media/'.length)) : undefined;
}

type PictureColumns = {
  mediaHash: string | null;
  mediaWidth: number | null;
  mediaHeight: number | null;
  mediaWidths: number[] | null;
};

/** Reads the `pictureColumns` of a row; null if it has no uploaded picture. */
export function pictureOf(row: PictureColumns): Picture | null {
  const { mediaHash: hash, mediaWidth: width, mediaHeight: height, mediaWidths: widths } = row;
  return hash && width && height && widths ? toPicture({ hash, width, height, widths }) : null;
}

function toPicture({ hash, width, height, widths }: StoredPicture): Picture {
  return {
    url: `/media/${hash}`,
    width,
    height,
    src: `/media/${fileName(hash, width)}`,
    srcset: srcsetOf(hash, widths),
  };
}

export type PictureSource = { url: string | null; hash: string | null };

/** `hash` if the picture was uploaded here, `url` if from an allowed site, otherwise `refusal` with the field's error. */
export async function readPictureSource(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  address: string | null,
  refusal: Record<string, string>,
): Promise<PictureSource> {
  if (address === null || address === '') return { url: null, hash: null };
  const own = readPictureUrl(address);
  const picture = own && (await findPictureRow(db, own.hash));
  if (picture) return { url: null, hash: picture.hash };
  const url = readImageSource(address, config);
  if (url?.startsWith('https:')) return { url, hash: null };
  throw new AppError('request/invalid', Object.values(refusal).join(' '), { fields: refusal });
}

function fileName(hash: string, width: number): string {
  return `${hash}-${width}.webp`;
}
