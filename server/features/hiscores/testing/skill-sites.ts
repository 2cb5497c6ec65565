import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { findRenderer } from '#server/lib/pages/page-renderer.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

const renderer = findRenderer(
  fileURLToPath(new URL('../../../../client/render.tsx', import.meta.url)),
);

/** For tests of sites with other skills, which also render their pages. Call it once in a test file. */
export function prepareSkillSites() {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wynhold-skills-'));
    await writeFile(
      join(folder, 'index.html'),
      '<head><!--page-head--><!--page-data--></head><div id="root">Loading...</div>',
    );
    await renderer?.load();
  });
  afterAll(() => rm(folder, { recursive: true }));

  return {
    /** A file of this name in a folder that is removed after the tests. */
    fileOf: (name: string) => join(folder, name),
    open: async (setting: string): Promise<{ site: TestApp; game: TestServer }> => {
      const site = await openTestApp({
        settings: { SKILLS: setting },
        clientFolder: folder,
        replace: () => (renderer ? { renderer } : {}),
      });
      onTestFinished(() => site.close());
      return { site, game: await addTestServer(site) };
    },
  };
}

export const rowOf = (name: string, xpTenths: number[]) => ({
  name,
  observedAt: new Date().toISOString(),
  xpTenths,
});

export async function read<T>(site: TestApp, url: string): Promise<T> {
  const answer = await site.app.inject({ url });
  expect(answer.statusCode, `${url} ${answer.body.slice(0, 200)}`).toBe(200);
  return answer.json<T>();
}
