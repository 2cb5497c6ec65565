import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Actions that both protocols can do. They have the same shape in both. */
export type Browser = {
  name: string;
  open: (address: string) => Promise<void>;
  /** The value of a JavaScript expression in the page. */
  evaluate: (expression: string) => Promise<unknown>;
  perform: (actions: readonly InputSource[]) => Promise<void>;
  close: () => Promise<void>;
};

export type InputSource = { type: 'pointer' | 'key'; id: string; actions: readonly object[] };

export type Program = { child: ChildProcess; output: () => string; stop: () => Promise<void> };

/** Starts a program in a process group of its own, because browsers start others. */
export function startProgram(command: string, args: string[], env = process.env): Program {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGTERM');
    await exited;
  }
  return { child, output: () => output, stop };
}
