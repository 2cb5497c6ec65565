import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** Tests of the Java file against the built site. Not part of the usual runs, which need no JDK. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['adapters/java/testing/*.jdk-test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
