import type { FastifyInstance } from 'fastify';

import type { Deps } from '../deps.ts';

export type RunInBackground = (problem: string, work: () => Promise<void>) => void;

/** Requests do not wait for this work, closing the server does. A failure is reported as `problem`. */
export function createBackgroundRunner(
  app: FastifyInstance,
  { onProblem }: Pick<Deps, 'onProblem'>,
): RunInBackground {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(running);
  });
  return (problem, work) => {
    // In the next turn, so that the request is answered first.
    const task = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => onProblem(problem, error))
      .finally(() => running.delete(task));
    running.add(task);
  };
}
