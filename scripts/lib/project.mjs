import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** For what the tools leave behind; ignored by git. */
export const cacheDir = join(root, '.cache');

/**
 * The script behind a package's command, to be run with this Node: the wrappers in
 * node_modules/.bin are shell files on Windows, which cannot be started without a shell.
 * @param {string} packageName
 * @param {string} [command]
 */
export function findTool(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = readJson(join(folder, 'package.json'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}

/** @param {string} path */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * The whole message for people, without a stack trace.
 * @param {unknown} error
 * @returns {never}
 */
export function exitWith(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
