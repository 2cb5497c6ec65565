import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { withProgress } from './progress.mjs';
import { run, runNpm } from './run.mjs';

const isWindows = process.platform === 'win32';

/** CHROMIUM_PATH, an installed browser, or Playwright's. `isVisible` leaves out builds that cannot open windows. */
export async function findChromium({ isVisible = false } = {}): Promise<string | undefined> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, but there is no such file.`);
  }
  const { chromium } = await import('@playwright/test');
  for (const path of [...listSystemPaths(isVisible), chromium.executablePath()]) {
    if (await isUsable(path)) return path;
  }
  return undefined;
}

/** Never uses sudo: without root, Playwright downloads a browser into its own cache. */
export async function findOrInstallChromium(): Promise<string> {
  const found = (await findChromium()) ?? (await installByApt());
  if (found) return found;
  const label = 'Installing Chromium with Playwright, into the cache folder of your user';
  await withProgress(label, () => runNpm(['exec', '--', 'playwright', 'install', 'chromium']));
  const downloaded = await findChromium();
  if (downloaded) return downloaded;
  throw new Error(
    'No Chromium starts here, and none could be downloaded. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}

async function installByApt(): Promise<string | undefined> {
  if (!isDebian() || process.getuid?.() !== 0) return undefined;
  const name = 'chromium-headless-shell';
  await withProgress(`Installing Chromium with apt-get (Debian package ${name})`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  });
  return findChromium();
}

function listSystemPaths(isVisible: boolean): string[] {
  if (process.platform === 'darwin') {
    const folders = ['/Applications', join(process.env.HOME ?? '', 'Applications')];
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((app) =>
      folders.map((folder) => join(folder, `${app}.app/Contents/MacOS/${app}`)),
    );
  }
  if (isWindows) {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'];
    return ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].flatMap((app) => {
      const program = `${app}/Application/${app === 'Microsoft/Edge' ? 'msedge' : 'chrome'}.exe`;
      return folders.map((name) => join(process.env[name] ?? '', program));
    });
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  // Debian's build without windows uses 40 % less CPU per page.
  if (!isVisible) names.unshift('chromium-headless-shell');
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function isUsable(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  // `--version` would open a window on Windows.
  if (isWindows) return true;
  // A snap cannot read the profile folder that Playwright makes for it.
  if (/\/snap(d)?(\/|$)/.test(realpathSync(path))) return false;
  const { code, output } = await run(path, ['--version'], { limitSeconds: 20 });
  return code === 0 && /\d+\.\d+\.\d+/.test(output);
}

/** False on Ubuntu, whose package only installs a snap. */
function isDebian(): boolean {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=["']?debian/m.test(readFileSync(file, 'utf8'));
}
