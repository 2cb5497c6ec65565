import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withProgress } from './progress.mjs';
import { cacheDir, readJson, root } from './project.mjs';
import { runNpm } from './run.mjs';
import { withSetupLock } from './setup-lock.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean,
 *   os?: string[], cpu?: string[] }} LockedPackage
 */

/** Installs the packages of the lock file unless exactly these are installed. */
export async function installIfChanged() {
  if (isInstalled()) return;
  await withSetupLock(async () => {
    if (isInstalled()) return;
    // The build needs the development packages even if NODE_ENV is production.
    await install('packages', ['ci', '--include=dev']);
  });
}

/**
 * Installs a large, rarely needed package into .cache, at the version in `tools` of package.json. Skips
 * install scripts: one of them would compile for minutes.
 * @param {string} name
 * @param {{ pinnedAs?: string, label?: string }} [options]
 * @returns {Promise<string>} the folder whose node_modules holds it
 */
export async function installTool(name, { pinnedAs = name, label = name } = {}) {
  const { tools } = readJson(join(root, 'package.json'));
  const version = tools.dependencies[pinnedAs];
  const folder = join(cacheDir, 'tools', pinnedAs);
  const manifest = join(folder, 'node_modules', name, 'package.json');
  const isPresent = () => existsSync(manifest) && readJson(manifest).version === version;
  if (isPresent()) return folder;
  await withSetupLock(async () => {
    if (isPresent()) return;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const { overrides } = tools;
    const content = { private: true, dependencies: { [name]: version }, overrides };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(content));
    const what = `${label} ${version} from npm into .cache/tools`;
    await install(what, ['install', '--prefix', folder, '--ignore-scripts']);
  });
  return folder;
}

/**
 * @param {string} what
 * @param {string[]} args
 */
async function install(what, args) {
  await withProgress(`Installing ${what}`, async () => {
    const { code, output } = await runNpm([...args, '--no-audit', '--no-fund']);
    if (code !== 0) throw new Error(`${output.trim()}\n\nCould not install ${what}.`);
  });
}

/** npm writes node_modules/.package-lock.json as its last step, so what it lists is complete. */
function isInstalled() {
  const hiddenLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenLock)) return false;
  /** @type {Record<string, LockedPackage>} */
  const { '': _project, ...wanted } = readJson(join(root, 'package-lock.json')).packages;
  /** @type {Record<string, LockedPackage>} */
  const present = readJson(hiddenLock).packages;
  return (
    Object.entries(wanted).every(([path, locked]) => isSame(locked, present[path])) &&
    Object.values(present).every(isForThisMachine)
  );
}

/**
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} installed
 */
function isSame(locked, installed) {
  // npm does not install optional packages for other systems.
  if (!installed) return locked.optional === true || locked.devOptional === true;
  return locked.version === installed.version && locked.integrity === installed.integrity;
}

/**
 * False for a node_modules folder that was copied from, or is shared with, another system.
 * @param {LockedPackage} installed
 */
function isForThisMachine({ os, cpu }) {
  const allows = (/** @type {string[] | undefined} */ list, /** @type {string} */ name) =>
    !list || list.some((one) => (one.startsWith('!') ? one !== `!${name}` : one === name));
  return allows(os, process.platform) && allows(cpu, process.arch);
}
