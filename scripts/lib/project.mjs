import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** For what the tools leave behind; ignored by git. */
export const cacheDir = join(root, '.cache');

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
