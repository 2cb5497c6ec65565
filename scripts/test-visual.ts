import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { findOrInstallChromium } from '#tooling/find-chromium.ts';
import { exitWith } from '#tooling/project.mjs';
import { runNpm } from '#tooling/run.mjs';

// npm run test:visual compares screens with their pictures in e2e/visual/pictures. `-- --update` makes
// the pictures again; other arguments go to Playwright: `-- -g shop`.

const flag = '--update';
const args = process.argv.slice(2).filter((each) => each !== flag);
const isUpdate = process.argv.includes(flag);
try {
  await buildIfChanged();
  await findOrInstallChromium();
  const config = '--config=e2e/visual/playwright.config.ts';
  const { code } = await runNpm(['exec', '--', 'playwright', 'test', config, ...args], {
    env: { ...process.env, VISUAL_UPDATE: isUpdate ? '1' : '0' },
    isShown: true,
  });
  process.exitCode = code;
} catch (error) {
  exitWith(error);
}
