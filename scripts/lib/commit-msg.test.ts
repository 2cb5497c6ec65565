import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { root } from '#tooling/project.mjs';

async function check(message: string) {
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-message-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'message');
  await writeFile(file, message);
  const { status, stderr } = spawnSync('sh', [join(root, '.githooks/commit-msg'), file], {
    encoding: 'utf8',
  });
  return status === 0 ? 'accepted' : stderr.trim();
}

test.runIf(process.platform !== 'win32').each([
  ['fix(shop): count open checkouts', 'accepted'],
  [`fix(shop): ${'e'.repeat(61)}`, 'accepted'],
  [`fix(shop): ${'e'.repeat(62)}`, 'commit-msg: the title is longer than 72 characters.'],
  [`Merge branch '${'e'.repeat(72)}'`, 'accepted'],
  ['perf(shop): buy with one statement\n\n12 ms instead of 30 ms.', 'accepted'],
  [
    'perf(shop): buy with one statement\n\n# Please enter the commit message.',
    'commit-msg: a perf commit needs a body: before and after, on what data and machine.',
  ],
])('%j: %s', async (message, answer) => {
  expect(await check(message)).toBe(answer);
});
