import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));

/** Files written by the tools; ignored by git. */
export const cacheDir = join(root, '.cache');

/** How Node.js runs the server. */
export const serverFlag = `--env-file=${join(root, 'deploy/node.env')}`;

/** @param {string} path */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Prints the message without a stack trace, then exits with code 1.
 * @param {unknown} error
 * @returns {never}
 */
export function exitWith(error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
