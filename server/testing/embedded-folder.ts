import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { inject } from 'vitest';

import './provided-context.ts';

/**
 * Unpacks the migrated template into `dataDir`, where a site opens it in a second. Creating and
 * migrating a database there takes ten.
 */
export async function fillDataDir(dataDir: string): Promise<void> {
  const template = inject('testDump');
  if (!template) throw new Error('The global setup of the project `embedded` has not run.');
  const directory = path.join(dataDir, 'db');
  await mkdir(directory, { recursive: true });
  // The program makes relative paths of the archive's absolute ones.
  await promisify(execFile)('tar', ['-xf', template.file, '-C', directory]);
}
