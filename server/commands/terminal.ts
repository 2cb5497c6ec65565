import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { StartupError } from '#server/lib/startup-error.ts';

/** Input and output of a command; tests replace it. */
export type Terminal = {
  /** False in a pipe or a scheduled job, where questions cannot be answered. */
  isInteractive: boolean;
  print(line: string): void;
  printError(line: string): void;
  /** Overwrites one line; absent if the output is not a terminal. */
  showProgress?(line: string): void;
  ask(question: string): Promise<string>;
  /** Does not echo the input. */
  askHidden(question: string): Promise<string>;
  /** All of standard input, without the final line break. */
  readAll(): Promise<string>;
};

export function openTerminal(): Terminal {
  const { stdin, stdout } = process;
  return {
    isInteractive: stdin.isTTY && stdout.isTTY,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    ...(process.stderr.isTTY && {
      // Ends with a carriage return, so that the next output overwrites the line.
      showProgress: (line) => void process.stderr.write(`${line}\u001B[K\r`),
    }),
    ask: (question) => ask(question, { isHidden: false }),
    askHidden: (question) => ask(question, { isHidden: true }),
    readAll: async () => (await text(stdin)).replace(/\r?\n$/, ''),
  };
}

async function ask(question: string, { isHidden }: { isHidden: boolean }): Promise<string> {
  const { stdin, stdout } = process;
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: isHidden ? muted : stdout,
    terminal: true,
  });
  const aborted = new AbortController();
  // On Ctrl+C and Ctrl+D the question would otherwise never settle.
  lines.once('SIGINT', () => aborted.abort());
  lines.once('close', () => aborted.abort());
  try {
    if (isHidden) stdout.write(question);
    return await lines.question(isHidden ? '' : question, { signal: aborted.signal });
  } catch (error) {
    throw new StartupError('Stopped. Nothing was changed.', { cause: error });
  } finally {
    if (isHidden) stdout.write('\n');
    lines.close();
  }
}
