import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** The adapter's tests against the emulator; not part of the usual runs, which need no emulator. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['server/features/identity/*.emulator-test.ts'],
    provide: { emulatorHost: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
