import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { spawnBuiltApp, waitUntilReady } from '#tooling/serve-app.ts';

type Settings = Parameters<typeof spawnBuiltApp>[0];

export type Replicas = {
  /** Stops one as an update does, starts it again and waits until it is ready. */
  restart(at: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a built server on each of these ports and waits until all are ready. */
export async function startReplicas(
  ports: readonly number[],
  settings: Settings,
  { stderr }: { stderr?: 'inherit' | 'ignore' | undefined } = {},
): Promise<Replicas> {
  const running = new Map<number, ChildProcess>();
  let isStopped = false;
  // Also after a crash of this process, or a signal before all have started.
  process.once('exit', () => {
    for (const child of running.values()) child.kill('SIGKILL');
  });

  async function start(at: number): Promise<void> {
    if (isStopped) return;
    const own = {
      PORT: String(ports[at]),
      // Two games with the same token would disturb each other.
      ...(at > 0 && { DEMO_SIMULATOR: 'off' }),
    };
    const child = spawnBuiltApp({ ...settings, ...own }, stderr);
    running.set(at, child);
    child.once('exit', (code, signal) => {
      if (running.get(at) !== child) return;
      running.delete(at);
      if (!isStopped) console.error(`Replica ${at + 1} ended with ${code ?? signal}.`);
    });
    try {
      await waitUntilReady(child, `http://127.0.0.1:${ports[at]}`);
    } catch (error) {
      if (!isStopped) throw error;
    }
  }

  async function stop(at: number): Promise<void> {
    const child = running.get(at);
    if (!child) return;
    running.delete(at);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code, signal] = await exited;
    if (code !== 0 && !isStopped)
      console.error(`Replica ${at + 1} could not close: ${code ?? signal}.`);
  }

  async function stopAll(): Promise<void> {
    isStopped = true;
    await Promise.all([...running.keys()].map(stop));
  }

  try {
    // The first one creates the tables and loads the demo content.
    await start(0);
    await Promise.all([...ports.keys()].slice(1).map(start));
  } catch (error) {
    await stopAll();
    throw error;
  }
  return {
    async restart(at) {
      await stop(at);
      await start(at);
    },
    stop: stopAll,
  };
}
