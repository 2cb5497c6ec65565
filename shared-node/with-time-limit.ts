import { setMaxListeners } from 'node:events';

type Limits = { ms: number; signals: readonly AbortSignal[] };

/**
 * Runs `work` with a signal that is aborted after `ms`, or with one of `signals`.
 *
 * Not `AbortSignal.any([signal, AbortSignal.timeout(ms)])`: in Node.js 20 the garbage collector takes the
 * timeout away, since only the combined signal refers to it, and it never fires.
 */
export async function withTimeLimit<Result>(
  { ms, signals }: Limits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const timer = setTimeout(
    () => controller.abort(new DOMException(timeoutText, 'TimeoutError')),
    ms,
  );
  for (const signal of signals) {
    // Many calls at once share the signal that ends the program.
    setMaxListeners(0, signal);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  }
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', stop);
  }
}

const timeoutText = 'The operation was aborted due to timeout';
