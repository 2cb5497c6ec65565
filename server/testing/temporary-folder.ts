import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { onTestFinished } from 'vitest';

/** Creates a folder for the running test, removed when the test ends. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
