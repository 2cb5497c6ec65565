import { spawnSync } from 'node:child_process';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { finish, runVitest } from './lib/outcomes.ts';

// npm run test:java: compiles adapters/java and runs its sample server against the built site.

if (spawnSync('javac', ['-version']).error) {
  console.log(
    'Skipped: no JDK found. Install one, for example: apt-get install default-jdk-headless',
  );
} else {
  await buildIfChanged();
  finish([await runVitest('Java', { args: ['--config=adapters/java/testing/vitest.config.ts'] })]);
}
