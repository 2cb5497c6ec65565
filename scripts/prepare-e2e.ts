import { buildIfChanged } from './lib/build-if-changed.mjs';
import { findOrInstallChromium } from './lib/find-chromium.ts';
import { exitWith } from './lib/project.mjs';

// npm run test:e2e: provides the build and the browser before Playwright starts.
try {
  await buildIfChanged();
  await findOrInstallChromium();
} catch (error) {
  exitWith(error);
}
