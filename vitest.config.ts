import os from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

// Server tests run on both database engines. Files named *.embedded.test.ts or *.postgres.test.ts run
// on that engine only, *.unit.test.ts without a database.
const serverTests = ['server/**/*.test.ts', 'adapters/**/*.site.test.ts'];
const quickHashing = {
  find: /^@node-rs\/argon2$/,
  replacement: fileURLToPath(new URL('server/testing/quick-argon2.ts', import.meta.url)),
};

/** Begins with the file that mostly waits: at the end it would run alone, with one core idle. */
class LongWaitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => moduleId.endsWith('/soak.test.ts');
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongWaitFirst },
    // One more than the number of cores, because workers also wait for PostgreSQL. Capped, because each
    // worker of the project `embedded` holds a whole PostgreSQL in memory.
    maxWorkers: Math.min(4, os.availableParallelism() + 1),
    isolate: false,
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
            '{shared,shared-node,client,scripts,adapters}/**/*.test.{ts,tsx}',
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
          // Optimising the engine's code, and ours, takes longer than it saves.
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
