import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { exitWith } from '#tooling/project.mjs';
import { serveDemo } from '#tooling/serve-app.ts';

import type { Browser } from '../e2e/browsers/browser.ts';
import { startFirefox } from '../e2e/browsers/firefox.ts';
import { runJourney } from '../e2e/browsers/journey.ts';
import { startWebKit } from '../e2e/browsers/webkit.ts';

// npm run test:browsers: a short journey in Firefox and WebKit; npm test has all journeys in Chromium.
// `-- firefox` or `-- webkit` runs one.

const engines = {
  firefox: {
    programs: ['firefox-esr', 'firefox'],
    packages: 'firefox-esr',
    start: startFirefox,
  },
  webkit: {
    programs: ['WebKitWebDriver'],
    packages: 'webkit2gtk-driver xvfb xauth',
    start: startWebKit,
  },
};

const chosen = process.argv.slice(2);
try {
  await buildIfChanged();
  const { url, stop } = await serveDemo();
  try {
    for (const [name, engine] of Object.entries(engines)) {
      if (chosen.length === 0 || chosen.includes(name)) await test(name, engine, url);
    }
  } finally {
    await stop();
  }
} catch (error) {
  exitWith(error);
}

async function test(
  name: string,
  { programs, packages, start }: (typeof engines)[keyof typeof engines],
  url: string,
): Promise<void> {
  const path = findProgram(programs);
  if (!path) {
    console.error(`${name}: not installed. On Debian: apt-get install ${packages}`);
    process.exitCode = 1;
    return;
  }
  let browser: Browser | undefined;
  let step = 'start';
  try {
    browser = await start(path);
    await runJourney(browser, { url, log: (next) => (step = next) });
    console.log(`${name}: passed (home, login, vote, buy)`);
  } catch (error) {
    console.error(`${name}: failed at "${step}"`, error);
    process.exitCode = 1;
  } finally {
    await browser?.close();
  }
}

function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
