import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import '../../server/testing/provided-context.ts';

/** Tests of the Firebase adapter against the emulator. Not part of the usual runs, which need no emulator. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['server/features/identity/*.emulator-test.ts'],
    provide: { emulatorHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
