import { buildIfChanged } from './lib/build-if-changed.mjs';
import { findOrInstallChromium } from './lib/find-chromium.ts';
import { exitWith } from './lib/project.mjs';

// What the browser journeys need before Playwright starts: npm run test:e2e.
try {
  await buildIfChanged();
  await findOrInstallChromium();
} catch (error) {
  exitWith(error);
}
