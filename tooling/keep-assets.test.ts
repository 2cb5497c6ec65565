import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { keepEarlierAssets } from './keep-assets.mjs';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 1);

/** Returns a function that makes the next build, with the folder of the last one as `before`. */
async function openBuilds() {
  const root = await mkdtemp(join(tmpdir(), 'wynhold-builds-'));
  onTestFinished(() => rm(root, { recursive: true }));
  let before = join(root, 'none');
  return async (name: string, { atDay = 0 } = {}) => {
    const fresh = join(root, `${name}-${atDay}-${Math.random()}`);
    await mkdir(join(fresh, 'client/assets'), { recursive: true });
    for (const file of [`main-${name}.js`, `main-${name}.js.br`, 'framework-same.js']) {
      await writeFile(join(fresh, 'client/assets', file), file);
    }
    await keepEarlierAssets({ before, fresh, now: new Date(start + atDay * day) });
    before = fresh;
    const previous = join(fresh, 'client/previous/assets');
    const names: string[] = await readdir(previous).catch((): string[] => []);
    return { previous, names: names.toSorted() };
  };
}

test('a build keeps the assets of the three before it, and each only once', async () => {
  const build = await openBuilds();
  expect((await build('a')).names).toEqual([]);
  const second = await build('b');
  expect(second.names).toEqual(['main-a.js', 'main-a.js.br']);
  expect(await readFile(join(second.previous, 'main-a.js'), 'utf8')).toBe('main-a.js');
  await build('c');
  const files = (...builds: string[]) =>
    builds.flatMap((one) => [`main-${one}.js`, `main-${one}.js.br`]);
  expect((await build('d')).names).toEqual(files('a', 'b', 'c'));
  expect((await build('e')).names).toEqual(files('b', 'c', 'd'));
});

test('building the same sources again keeps the earlier assets', async () => {
  const build = await openBuilds();
  await build('a');
  for (let time = 0; time < 5; time += 1) await build('b');
  expect((await build('b')).names).toContain('main-a.js');
});

test('assets are dropped two weeks after their build was replaced', async () => {
  const build = await openBuilds();
  await build('a');
  await build('b', { atDay: 30 });
  expect((await build('c', { atDay: 44 })).names).toContain('main-a.js');
  const { names } = await build('d', { atDay: 45 });
  expect(names).not.toContain('main-a.js');
  expect(names).toContain('main-b.js');
});
