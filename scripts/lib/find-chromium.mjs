import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { withProgress } from './progress.mjs';
import { findTool } from './project.mjs';
import { run, runNode } from './run.mjs';

const isWindows = process.platform === 'win32';

/** The browser for the tests: CHROMIUM_PATH, the system's own, or one Playwright has fetched. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, but there is no such file.`);
  }
  for (const path of systemPaths()) {
    if (await isUsable(path)) return path;
  }
  const { chromium } = await import('@playwright/test');
  const fetched = chromium.executablePath();
  return existsSync(fetched) ? fetched : undefined;
}

export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found) return found;
  return withProgress('Installing Chromium for the browser tests', async () => {
    if (isDebian()) {
      await installDebianChromium();
      const installed = await findChromium();
      if (installed) return installed;
    }
    await installPlaywrightChromium();
    return findChromium();
  });
}

function systemPaths() {
  if (process.platform === 'darwin') return macPaths();
  return isWindows ? windowsPaths() : linuxPaths();
}

function macPaths() {
  const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
  const folders = ['/Applications', join(process.env.HOME ?? '', 'Applications')];
  return apps.flatMap((app) =>
    folders.map((folder) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
  );
}

function windowsPaths() {
  const programs = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ];
  const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
    (name) => process.env[name] ?? [],
  );
  return programs.flatMap((program) => folders.map((folder) => join(folder, program)));
}

function linuxPaths() {
  // The first is Debian's build without windows: a page costs it 40 % less computing.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @param {string} path */
async function isUsable(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // Asking for the version would open a window there.
  if (isWindows) return true;
  // A snap cannot read the profile folder that Playwright makes for it.
  if (/\/snap(d)?(\/|$)/.test(realpathSync(path))) return false;
  const { code, output } = await run(path, ['--version'], { limitSeconds: 20 });
  return code === 0 && /\d+\.\d+\.\d+/.test(output);
}

/** Ubuntu's package is only a pointer to a snap. */
function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID=["']?debian/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function installDebianChromium() {
  const prefix = await findRootPrefix();
  if (!prefix) return;
  const [command, ...args] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  if (!command) return;
  await run(command, [...args, 'update']);
  await run(command, [
    ...args,
    'install',
    '-y',
    '--no-install-recommends',
    'chromium-headless-shell',
  ]);
}

/** How to run a command as root without being asked for a password, if that is possible. */
async function findRootPrefix() {
  if (process.getuid?.() === 0) return [];
  const { code } = await run('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n'] : undefined;
}

async function installPlaywrightChromium() {
  const canInstallLibraries = process.platform === 'linux' && (await findRootPrefix());
  const args = canInstallLibraries ? ['--with-deps', 'chromium'] : ['chromium'];
  const { code, output } = await runNode(findTool('@playwright/test', 'playwright'), [
    'install',
    ...args,
  ]);
  if (code !== 0) console.log(output.trim());
}
