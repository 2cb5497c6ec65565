import os from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

// They run on both engines; a file named *.embedded.test.ts or *.postgres.test.ts on that one only,
// and *.unit.test.ts without a database.
const serverTests = ['server/**/*.test.ts', 'adapters/**/*.site.test.ts'];
const quickHashing = {
  find: /^@node-rs\/argon2$/,
  replacement: fileURLToPath(new URL('server/testing/quick-argon2.ts', import.meta.url)),
};

export default defineConfig({
  test: {
    // One more than can run at once: the others may be waiting for PostgreSQL. Not many, for each
    // worker of the project `embedded` holds a whole one in memory.
    maxWorkers: Math.min(4, os.availableParallelism() + 1),
    isolate: false,
    // A zone with summer time that is never UTC: code that confuses local time with UTC, or a day
    // with 24 hours, fails on every machine.
    env: { TZ: 'America/New_York' },
    // They end only what would never end: no test may fail because the machine is slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{shared,client,scripts,adapters}/**/*.test.{ts,tsx}',
            'server/**/*.unit.test.ts',
          ],
          exclude: ['adapters/**/*.site.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: serverTests,
          exclude: ['**/*.{postgres,unit}.test.ts'],
          alias: [quickHashing],
          globalSetup: 'server/testing/setup-embedded.ts',
          // Optimising the engine's code, and ours, costs more than the tests gain by it.
          execArgv: ['--liftoff-only', '--no-opt'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: serverTests,
          exclude: ['**/*.{embedded,unit}.test.ts'],
          alias: [quickHashing],
          globalSetup: 'server/testing/setup-postgres.ts',
        },
      },
    ],
  },
});
