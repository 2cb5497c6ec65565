import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files written by the tools; ignored by git. */
export const cacheDir = join(root, '.cache');

/** How Node.js runs the server; see docs/operations.md. The start script and the examples for owners repeat them. */
export const serverFlags = ['--v8-pool-size=1', '--max-semi-space-size=4'];

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
