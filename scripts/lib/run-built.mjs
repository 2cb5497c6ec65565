import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildIfChanged } from './build-if-changed.mjs';
import { installIfChanged } from './install.mjs';
import { exitWith, root } from './project.mjs';

/**
 * Brings packages and build up to date, then lets the built program take over this process, as if
 * it had been called itself.
 *
 * @param {string} name of the file
 * @param {'server' | 'adapters'} [folder] in dist
 */
export async function runBuilt(name, folder = 'server') {
  process.chdir(root);
  try {
    await installIfChanged();
    await buildIfChanged();
  } catch (error) {
    exitWith(error);
  }
  const program = join(root, 'dist', folder, name);
  process.argv[1] = program;
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(program).href);
}
