import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { hashSources } from './build-if-changed.mjs';

test('editing a source file builds again, editing an adapter’s settings does not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wynhold-sources-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    return hashSources(folder);
  };
  const first = await write('adapters/lostcity/main.ts', 'start()');
  expect(await write('adapters/lostcity/.env', 'BRIDGE_TOKEN=gb_1_x')).toBe(first);
  expect(await write('adapters/lostcity/.env', 'BRIDGE_TOKEN=gb_1_another')).toBe(first);
  expect(await write('adapters/lostcity/state/players/zed.json', '{}')).toBe(first);
  expect(await write('adapters/lostcity/main.test.ts', 'test()')).toBe(first);
  const second = await write('adapters/lostcity/main.ts', 'start(now)');
  expect(second).not.toBe(first);
  expect(await write('server/demo/content/news.json', '[]')).not.toBe(second);
});
