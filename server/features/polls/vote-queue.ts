/**
 * Votes in one poll wait for its row lock anyway. If many waited in the database, they would use up
 * the connections of the whole site, so they wait here instead.
 */
export function createQueue(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquireSlot(): Promise<void> {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the slot to the next waiting task, if there is one, so `running` stays the same. */
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
