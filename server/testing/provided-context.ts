/** What the global setup hands to the test files. */
export type Engine = 'embedded' | 'postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    engine: Engine;
    /** postgres: the server, and the migrated database each file's own is copied from. */
    testServer: { url: string; template: string; schema: string } | undefined;
    /** embedded: the file that holds the migrated template. */
    testDump: { file: string; schema: string } | undefined;
  }
}
