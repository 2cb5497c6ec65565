import { codeOf } from '#shared-node/code-of.mjs';

/** PostgreSQL is shutting down, has crashed or is starting, or its address cannot be reached. */
const awayCodes = new Set(['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
/** pg reports a lost or silent connection only by its message. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|timeout expired/i;
const longestWaitMs = 60_000;
const pauseMs = 1000;

export function isDatabaseAway(error: unknown): boolean {
  return (
    awayCodes.has(codeOf(error)) || (error instanceof Error && lostConnection.test(error.message))
  );
}

type Waiting = {
  pause: (ms: number) => Promise<unknown>;
  onWait?: (error: unknown) => void;
};

/** Runs the work again while the database is away, for up to a minute. */
export async function retryWhileAway<T>(
  work: () => Promise<T>,
  { pause, onWait }: Waiting,
): Promise<T> {
  const giveUpAt = Date.now() + longestWaitMs;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return await work();
    } catch (error) {
      // The clock counts attempts that time out, too.
      const isOver = waitedMs >= longestWaitMs || Date.now() > giveUpAt;
      if (isOver || !isDatabaseAway(error)) throw error;
      if (waitedMs === 0) onWait?.(error);
      await pause(pauseMs);
    }
  }
}
