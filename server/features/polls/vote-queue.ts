/**
 * Votes of one poll wait for each other at its row anyway. Waiting there, a crowd would hold every
 * connection to the database and keep the rest of the site from its own; so it waits here.
 */
export function createQueue(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquireSlot(): Promise<void> {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** A place that somebody waits for is handed on, not given up. */
  function releaseSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await acquireSlot();
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
