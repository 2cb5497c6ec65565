import type { Schema } from './empty-database.ts';

/** Types of the values that the global setup provides to the test files. */
export type Engine = 'embedded' | 'postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: Engine;
    /** For postgres: the server, and the migrated template that each test file's database is copied from. */
    testServer: { url: string; template: string; schema: Schema } | undefined;
    /** For embedded: the file with the migrated template. */
    testDump: { file: string; schema: Schema } | undefined;
    /** For `npm run test:firebase`: host and port of the emulator. */
    emulatorHost: string;
  }
}
