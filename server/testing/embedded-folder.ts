import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { inject } from 'vitest';

import './provided-context.ts';

/**
 * Unpacks the migrated template into `dataDir`. Opening it takes one second; creating and migrating a
 * database takes ten.
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const template = inject('testDump');
  if (!template) throw new Error('The global setup of the project `embedded` has not run.');
  const directory = path.join(dataDir, 'db');
  await mkdir(directory, { recursive: true });
  // tar makes the archive's absolute paths relative.
  await promisify(execFile)('tar', ['-xf', template.file, '-C', directory]);
}
