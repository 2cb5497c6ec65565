import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

export type TestProcess = {
  pid: number;
  /** Waits for the next printed line. */
  readLine: () => Promise<string>;
  /** Closes its standard input and waits until it exits. */
  end: () => Promise<void>;
  /** kill -9, then waits until it has exited. */
  kill: () => Promise<void>;
};

/** Runs a TypeScript file as a separate process, which is killed when the running test ends. */
export function runProcess(
  file: string,
  parameters: string[],
  options: SpawnOptions = {},
): TestProcess {
  // --liftoff-only: see vitest.config.ts.
  const child = spawn(
    process.execPath,
    ['--liftoff-only', '--import', 'tsx', file, ...parameters],
    {
      ...options,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} did not start`);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exited;
  }
  onTestFinished(kill);

  return {
    pid,
    kill,
    async readLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended without another line`);
      return value;
    },
    async end() {
      child.stdin.end();
      await exited;
    },
  };
}
