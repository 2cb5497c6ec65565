import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { onTestFinished } from 'vitest';

/** A folder of the running test's own, removed when it is done. */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
