import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { withProgress } from './progress.mjs';
import { readJson, root } from './project.mjs';
import { run, runNode } from './run.mjs';
import { withSetupLock } from './setup-lock.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean,
 *   os?: string[], cpu?: string[] }} LockedPackage
 */

/** Installs the packages of the lock file unless exactly those are there. */
export async function installIfChanged() {
  if (isInstalled()) return;
  await withSetupLock(async () => {
    if (!isInstalled()) await withProgress('Installing packages', install);
  });
}

/** npm writes node_modules/.package-lock.json as its last step: what it lists is complete. */
function isInstalled() {
  const hiddenLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenLock)) return false;
  /** @type {Record<string, LockedPackage>} */
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  /** @type {Record<string, LockedPackage>} */
  const present = readJson(hiddenLock).packages;
  return (
    Object.entries(wanted).every(
      ([path, locked]) => path === '' || isSame(locked, present[path]),
    ) && Object.values(present).every(isForThisMachine)
  );
}

/**
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} installed
 */
function isSame(locked, installed) {
  // npm leaves out optional packages made for other systems.
  if (!installed) return locked.optional === true || locked.devOptional === true;
  return locked.version === installed.version && locked.integrity === installed.integrity;
}

/**
 * False for a node_modules folder that was copied from, or is shared with, another system.
 * @param {LockedPackage} installed
 */
function isForThisMachine({ os, cpu }) {
  return allows(os, process.platform) && allows(cpu, process.arch);
}

/**
 * @param {string[] | undefined} list names, or names to leave out written as `!name`
 * @param {string} name
 */
function allows(list, name) {
  if (!list || list.includes(name)) return true;
  return !list.includes(`!${name}`) && list.every((entry) => entry.startsWith('!'));
}

async function install() {
  // Building needs the development packages also where NODE_ENV is production.
  const { code, output } = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe packages could not be installed.`);
}

/** @param {string[]} args */
export function runNpm(args) {
  const script = findNpm();
  if (script) return runNode(script, args);
  // The arguments are fixed words, so the shell that Windows needs for npm.cmd has nothing to misread.
  return run('npm', args, { shell: process.platform === 'win32' });
}

/** The npm that started us, else the one that came with this Node. */
function findNpm() {
  const nodeDir = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(nodeDir, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeDir, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path));
}
