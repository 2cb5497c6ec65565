import type { WaitingMs } from '#server/db/database.ts';

export type TestDatabaseOptions = {
  onWarning?: (message: string, error?: unknown) => void;
  poolSize?: number;
  waitingMs?: WaitingMs;
};

/** Tests of race conditions send hundreds of requests at once; on a slow machine the last ones wait long. */
export const patient: WaitingMs = { connection: 100_000, lock: 100_000, statement: 100_000 };
