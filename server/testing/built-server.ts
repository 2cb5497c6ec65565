import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { expect, onTestFinished } from 'vitest';

export type BuiltServer = {
  child: ChildProcess;
  /** Everything printed so far, standard output and errors together. */
  output: () => string;
  exit: Promise<number | null>;
};

/**
 * The built program, as an operator starts it. --liftoff-only: see vitest.config.ts. PROGRAM and
 * ARGUMENTS run the command line instead of the server.
 */
export function startBuiltServer({
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
      // Not the settings of a site on this machine.
      ENV_FILE: 'none',
      DEMO: 'off',
      PORT: '0',
      ...settings,
    },
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { child, output: () => text.trim(), exit };
}

/** Its address, once it is open. */
export async function findAddress({ output }: BuiltServer): Promise<string> {
  await expect.poll(output, { timeout: 150_000 }).toMatch(/is open: http:\/\/[\w.:]+/);
  return /is open: (http:\/\/[\w.:]+)/.exec(output())?.[1] ?? '';
}
