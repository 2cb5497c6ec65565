/** Votes wait for the poll's row lock anyway: here they do not use up the site's connections. */
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
