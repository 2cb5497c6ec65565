import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { vi } from 'vitest';

/** The sample server in its own process. */
export type JavaGame = {
  order(line: string): void;
  /** Waits until the game has printed the line; each printed line is found once. */
  says(line: string): Promise<void>;
  output: () => string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Ends it like an operator; returns the exit code. */
  quit(): Promise<number | null>;
};

type Options = { classes: string; url: string; token: string; saves: string; stopAt?: string };

const folder = 'adapters/java';
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function compileJava(target: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.java'))
    .map((file) => path.join(folder, file));
  const options = ['--release', '11', '-Xlint:all', '-Werror', '-d', target];
  await promisify(execFile)('javac', [...options, ...files]);
}

export async function runJava(classes: string, args: readonly string[], cwd = '.') {
  return promisify(execFile)('java', ['-cp', classes, ...args], { cwd });
}

export function startGame({ classes, url, token, saves, stopAt }: Options): JavaGame {
  const args = ['-Xmx64m', '-cp', classes, 'sample.SampleServer', url, token, saves];
  const child = spawn('java', args, {
    env: { PATH: process.env.PATH, ...(stopAt && { STOP_AT: stopAt }) },
  });
  const exited = once(child, 'exit').finally(() => running.delete(child));
  let output = '';
  let lines: string[] = [];
  const append = (chunk: Buffer) => {
    output += chunk.toString();
    lines = output.split('\n');
  };
  const found = new Map<string, number>();
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  running.add(child);
  return {
    order: (line) => void child.stdin.write(`${line}\n`),
    async says(line) {
      const wanted = (found.get(line) ?? 0) + 1;
      await vi.waitFor(() => {
        const count = lines.filter((one) => one === line).length;
        if (count < wanted) throw new Error(`The game has not said "${line}":\n${output}`);
      }, 60_000);
      found.set(line, wanted);
    },
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async quit() {
      child.stdin.end('quit\n');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

/** The bank in a player's save file, by item id. */
export function readBank(saves: string, player: string): Record<string, number> {
  const rows = [...readSave(saves, player).matchAll(/^bank\.(\d+)=(\d+)$/gm)];
  return Object.fromEntries(rows.map(([, item = '', count]) => [item, Number(count)]));
}

/** The values of `grant` or `command` in a player's save file. */
export function readSaved(saves: string, player: string, list: 'grant' | 'command'): string[] {
  const rows = readSave(saves, player).matchAll(new RegExp(`^${list}\\.\\d+=(.*)$`, 'gm'));
  return [...rows].map(([, value = '']) => value);
}

function readSave(saves: string, player: string): string {
  const file = path.join(saves, `${player}.save`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
