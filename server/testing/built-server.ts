import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { onTestFinished, vi } from 'vitest';

export type BuiltServer = {
  child: ChildProcess;
  /** Everything printed so far, standard output and errors together. */
  output: () => string;
  exit: Promise<number | null>;
};

/** Starts the built program like an operator does; it is killed when the running test ends. */
export function startBuiltServer(settings: Record<string, string>): BuiltServer {
  const server = spawnBuiltServer(settings);
  onTestFinished(() => killBuiltServer(server));
  return server;
}

export async function killBuiltServer({ child, exit }: BuiltServer): Promise<void> {
  child.kill('SIGKILL');
  await exit;
}

/**
 * For several tests: the caller ends it. --liftoff-only: see vitest.config.ts. PROGRAM and ARGUMENTS run
 * the command line instead of the server.
 */
export function spawnBuiltServer({
  PROGRAM = 'main.js',
  ARGUMENTS = '',
  ...settings
}: Record<string, string>): BuiltServer {
  const program = ['--liftoff-only', `dist/server/${PROGRAM}`, ...ARGUMENTS.split(' ')];
  const child = spawn(process.execPath, program.filter(Boolean), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      // Do not read the settings of a site on this machine.
      ENV_FILE: 'none',
      DEMO: 'off',
      PORT: '0',
      SHUTDOWN_GRACE_SECONDS: '0',
      ...settings,
    },
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => text.trim(), exit };
}

/** Waits until the server is listening and returns its address. */
export async function findAddress({ output }: BuiltServer): Promise<string> {
  // Not expect.poll, which cannot be used in beforeAll.
  const find = () => /is open: (http:\/\/[\w.:]+)/.exec(output())?.[1];
  return vi.waitUntil(find, { timeout: 150_000 }).catch(() => {
    throw new Error(`The server did not open: ${output()}`);
  });
}
