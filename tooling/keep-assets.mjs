import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// The names of scripts and styles are unique to a build. Pages of earlier builds still ask for theirs
// while replicas are updated one after the other, and from tabs that stay open.

const keptBuilds = 3;
const keptMs = 14 * 86_400_000;

/**
 * @typedef {{ replacedAt: string | null, assets: string[] }} Build
 */

/**
 * Copies the assets of earlier builds from the folder `before` into the new build in `fresh`: at most
 * three builds, and only those replaced within the last two weeks.
 * @param {{ before: string, fresh: string, now?: Date }} folders
 */
export async function keepEarlierAssets({ before, fresh, now = new Date() }) {
  const assets = await list(join(fresh, 'client/assets'));
  const builds = (await readBuilds(before, now))
    .filter((build) => now.getTime() - Date.parse(build.replacedAt ?? '') <= keptMs)
    .filter((build) => build.assets.some((name) => !assets.includes(name)))
    .slice(0, keptBuilds);
  const kept = new Set(builds.flatMap((build) => build.assets));
  for (const name of assets) kept.delete(name);
  const target = join(fresh, 'client/previous/assets');
  if (kept.size > 0) await mkdir(target, { recursive: true });
  for (const name of kept) await copyAsset(before, target, name);
  await writeFile(
    join(fresh, 'builds.json'),
    JSON.stringify([{ replacedAt: null, assets }, ...builds]),
  );
}

/**
 * The build in this folder and the builds whose assets it keeps, newest first.
 * @param {string} folder
 * @param {Date} now
 * @returns {Promise<Build[]>}
 */
async function readBuilds(folder, now) {
  const text = await readFile(join(folder, 'builds.json'), 'utf8').catch(() => undefined);
  /** @type {Build[]} */
  const known = text
    ? JSON.parse(text)
    : [{ replacedAt: null, assets: await list(join(folder, 'client/assets')) }];
  return known.map((build) => ({ ...build, replacedAt: build.replacedAt ?? now.toISOString() }));
}

/**
 * @param {string} before
 * @param {string} target
 * @param {string} name
 */
async function copyAsset(before, target, name) {
  for (const folder of ['client/assets', 'client/previous/assets']) {
    const isCopied = await copyFile(join(before, folder, name), join(target, name)).then(
      () => true,
      () => false,
    );
    if (isCopied) return;
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
function list(folder) {
  return readdir(folder).catch(() => []);
}
