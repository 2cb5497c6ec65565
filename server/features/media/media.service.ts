import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { readPictureUrl, srcsetOf } from '#shared/media.ts';
import type { Picture } from '#shared/media.ts';

import { encodePicture } from './encode-picture.ts';
import { findPictureRow, insertPicture } from './media.db.ts';
import type { StoredPicture } from './media.db.ts';

export type { StoredPicture } from './media.db.ts';

/**
 * Writes the files before the row, so a row always has its files; a file without a row is harmless.
 * Demo drawings have no actor.
 */
export async function storePicture(
  { db, media }: Pick<Deps, 'db' | 'media'>,
  bytes: Buffer,
  actor?: Actor,
): Promise<Picture> {
  const { hash, width, height, files } = await encodePicture(bytes);
  for (const file of files) await media.put(fileName(hash, file.width), file.bytes);
  const picture = { hash, width, height, widths: files.map((file) => file.width) };
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

export function toPicture({ hash, width, height, widths }: StoredPicture): Picture {
  return {
    url: `/media/${hash}`,
    width,
    height,
    src: `/media/${fileName(hash, width)}`,
    srcset: srcsetOf(hash, widths),
  };
}

/** Finds an uploaded picture by its address, with or without width; undefined for other addresses. */
export async function findPicture(
  db: Kysely<Schema>,
  url: string,
): Promise<StoredPicture | undefined> {
  const address = readPictureUrl(url);
  return address && (await findPictureRow(db, address.hash));
}

function fileName(hash: string, width: number): string {
  return `${hash}-${width}.webp`;
}
