import os from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

// The name of a test file says where it runs:
//   *.test.ts             server tests on PostgreSQL; all others without a database
//   *.both.test.ts        on both engines, because it tests what can differ between them
//   *.embedded.test.ts    on the embedded engine only
//   *.postgres.test.ts    on PostgreSQL only, because the embedded engine has one connection
//   *.unit.test.ts        a server test without a database
//   *.dom.test.tsx        a screen or component in jsdom
//   *.slow.*test.ts       in `npm run test:all` only
// `npm run test:all` sets TEST_ALL: then every server test runs on both engines, with the large sizes.
const isAll = process.env.TEST_ALL === '1';
const slowTests = isAll ? [] : ['**/*.slow.*test.ts'];
const serverTests = ['server/**/*.test.ts', 'adapters/**/*.site.test.ts'];
const quickHashing = {
  find: /^@node-rs\/argon2$/,
  replacement: fileURLToPath(new URL('server/testing/quick-argon2.ts', import.meta.url)),
};

export default defineConfig({
  test: {
    // Each worker has to load the whole server, and `npm test` has a second lane beside these tests, so they
    // get half of the cores. Capped, because each worker of the project `embedded` holds a whole PostgreSQL in
    // memory.
    maxWorkers: Math.min(4, Math.ceil(os.availableParallelism() / (isAll ? 1 : 2))),
    isolate: false,
    // Projects with their own number of workers need groups of their own, which run one after another.
    sequence: { groupOrder: 2 },
    // A zone with summer time that is never UTC: code that confuses local time with UTC, or a day with
    // 24 hours, then fails on every machine.
    env: { TZ: 'America/New_York' },
    // The timeouts only end tests that hang: no test may fail because the machine is slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{shared,shared-node,client,scripts,tooling,adapters}/**/*.test.{ts,tsx}',
            'server/**/*.unit.test.ts',
          ],
          exclude: ['adapters/**/*.site.test.ts', '**/*.dom.test.tsx', ...slowTests],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['client/**/*.dom.test.tsx'],
          environment: 'jsdom',
          setupFiles: 'client/testing/setup-dom.ts',
          // One worker: each has to load jsdom, React and the whole client, so three take twice the CPU
          // time. It comes first, because it needs no build.
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: isAll ? serverTests : ['server/**/*.{both,embedded}.test.ts'],
          exclude: ['**/*.{postgres,unit}.test.ts', ...slowTests],
          alias: [quickHashing],
          globalSetup: 'server/testing/setup-embedded.ts',
          // So few files that a second worker would take longer to load the server than it saves.
          ...(isAll ? {} : { maxWorkers: 1, sequence: { groupOrder: 1 } }),
          // Optimising the engine's code, and ours, takes longer than it saves.
          execArgv: ['--liftoff-only', '--no-opt'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: serverTests,
          exclude: ['**/*.{embedded,unit}.test.ts', ...slowTests],
          alias: [quickHashing],
          globalSetup: 'server/testing/setup-postgres.ts',
        },
      },
    ],
  },
});
