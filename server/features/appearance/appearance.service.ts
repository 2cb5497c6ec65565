import type { Deps } from '#server/deps.ts';
import { findPicture } from '#server/features/media/media.service.ts';
import { readAppearance } from '#server/lib/brand.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import type {
  Appearance,
  AppearanceVersion,
  EditedAppearance,
} from '#shared/endpoints/appearance.ts';
import { AppError } from '#shared/errors.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';

import { findNewestId, findVersion, findVersions, insertVersion } from './appearance.db.ts';

type AppearanceDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'config'>;

const pageSize = 20;

export async function getAppearance(deps: AppearanceDeps): Promise<EditedAppearance> {
  const version = await findNewestId(deps.db);
  return { appearance: await deps.brand.read(), version, initial: initialOf(deps) };
}

export async function publishAppearance(
  deps: AppearanceDeps,
  actor: Actor,
  { appearance, version }: { appearance: Appearance; version: number },
): Promise<EditedAppearance> {
  await assertPicturesExist(deps, appearance);
  const before = await deps.brand.read();
  await publish(deps, actor, {
    document: isSame(appearance, initialOf(deps)) ? null : appearance,
    after: version,
    before,
  });
  return getAppearance(deps);
}

/** Publishes an earlier version again; 0 is the appearance of a new site. */
export async function restoreAppearance(
  deps: AppearanceDeps,
  actor: Actor,
  id: number,
): Promise<EditedAppearance> {
  const chosen = id === 0 ? { document: null } : await findVersion(deps.db, id);
  if (!chosen) throw new AppError('request/not-found', 'There is no such version.');
  const document =
    chosen.document === null ? null : readAppearance(chosen.document, initialOf(deps));
  const before = await deps.brand.read();
  await publish(deps, actor, { document, after: await findNewestId(deps.db), before });
  return getAppearance(deps);
}

async function publish(
  deps: AppearanceDeps,
  actor: Actor,
  { document, after, before }: { document: Appearance | null; after: number; before: Appearance },
): Promise<void> {
  const id = after + 1;
  await change(deps, actor, 'site', async (trx, audit) => {
    const newest = await findNewestId(trx);
    const isNext = newest === after && (await insertVersion(trx, { id, document, by: actor.id }));
    if (!isNext) {
      throw new AppError(
        'admin/outdated',
        'Someone else published another appearance meanwhile. Look at it first, then publish yours.',
      );
    }
    audit('appearance/published', id, changesOf(before, document ?? initialOf(deps)));
  });
}

export async function listVersions(deps: AppearanceDeps, page: number) {
  const { limit, offset } = rowsOf(page, pageSize);
  const total = await findNewestId(deps.db);
  // One more than shown: each is compared with the one before it.
  const rows = await findVersions(deps.db, { limit: limit + 1, offset });
  const initial = initialOf(deps);
  const documents = rows.map(({ document }) => readAppearance(document, initial));
  const versions = rows
    .slice(0, limit)
    .map(({ id, publishedAt, publishedBy }, index): AppearanceVersion => ({
      id,
      publishedAt: publishedAt.toISOString(),
      publishedBy,
      isCurrent: id === total,
      changed: Object.keys(
        changesOf(documents[index + 1] ?? initial, documents[index] ?? initial).after,
      ),
    }));
  return { ...pagingOf(page, pageSize, total), versions };
}

function initialOf({ config }: Pick<Deps, 'config'>): Appearance {
  return initialAppearance(config.siteName);
}

function changesOf(before: Appearance, after: Appearance) {
  const names = Object.keys(after) as (keyof Appearance)[];
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  const pick = (from: Appearance) =>
    Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<Appearance>;
  return { before: pick(before), after: pick(after) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function assertPicturesExist(deps: Pick<Deps, 'db'>, appearance: Appearance) {
  for (const address of listPictures(appearance)) {
    if (await findPicture(deps, address)) continue;
    throw new AppError('request/invalid', 'A picture is missing. Upload it again.');
  }
}

export function listPictures({ logo, hero, scenes, coinPicture }: Appearance): string[] {
  return [
    ...(logo ? [logo.picture] : []),
    ...(hero.picture.kind === 'own' ? [hero.picture.picture] : []),
    ...(scenes ?? []).map(({ picture }) => picture),
    ...(coinPicture ? [coinPicture] : []),
  ];
}
