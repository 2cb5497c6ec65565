import type { WaitingMs } from '#server/db/client.ts';

export type TestDatabaseOptions = {
  onWarning?: (message: string, error?: unknown) => void;
  poolSize?: number;
  waitingMs?: WaitingMs;
};

/** Races send hundreds of requests at once; on a slow machine the last of them wait for long. */
export const patient: WaitingMs = { connection: 100_000, lock: 100_000, statement: 100_000 };
