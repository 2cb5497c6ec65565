import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { findOrInstallChromium } from '#tooling/find-chromium.ts';
import { exitWith } from '#tooling/project.mjs';

// npm run test:e2e: provides the build and the browser before Playwright starts.
try {
  await buildIfChanged();
  await findOrInstallChromium();
} catch (error) {
  exitWith(error);
}
