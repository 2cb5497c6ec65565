import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** An adapter in its own process, so that it can be killed. */
export type AdapterProcess = {
  isRunning(): boolean;
  /** False if it ended in another way, for example with an error. */
  wasKilled(): boolean;
  /** True if it ends within `ms`. */
  hasEnded(ms: number): Promise<boolean>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  output(): string;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `command` holds the arguments for Node. */
export function runAdapter(
  command: readonly string[],
  env: Record<string, string>,
): AdapterProcess {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, command, {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const append = (text: Buffer): void => {
    output = (output + text.toString()).slice(-20_000);
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  const ended = once(child, 'exit').then(() => {
    running.delete(child);
    return true;
  });
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    wasKilled: () => child.signalCode === 'SIGKILL',
    hasEnded: (ms) => Promise.race([ended, wait(ms, false, { ref: false })]),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    output: () => output,
  };
}
