type Options = {
  atOnce: number;
  /** By default any number of tasks may wait. */
  maxWaiting?: number;
  /** Makes the error to throw when `maxWaiting` tasks are already waiting. */
  refuse?: () => Error;
};

export type WorkQueue = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` tasks at a time, in the order they came. */
export function createWorkQueue({
  atOnce,
  maxWaiting = Infinity,
  refuse = () => new Error('Too many tasks are waiting.'),
}: Options): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw refuse();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (task) => {
    await takeTurn();
    try {
      return await task();
    } finally {
      passTurn();
    }
  };
}
