import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { StartupError } from '#server/lib/startup-error.ts';

/** Whoever sits at the other end of a command; tests put a script there. */
export type Terminal = {
  /** False in a pipe or a timed job: nobody is there to answer. */
  isInteractive: boolean;
  print(line: string): void;
  printError(line: string): void;
  /** One line that is written over; absent where nobody watches. */
  showProgress?(line: string): void;
  ask(question: string): Promise<string>;
  /** What is typed does not show. */
  askHidden(question: string): Promise<string>;
  /** Everything piped in, without the line break at its end. */
  readAll(): Promise<string>;
};

export function openTerminal(): Terminal {
  const { stdin, stdout } = process;
  return {
    isInteractive: stdin.isTTY && stdout.isTTY,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    ...(process.stderr.isTTY && { showProgress: overwriteLine }),
    ask: (question) => ask(question, { isHidden: false }),
    askHidden: (question) => ask(question, { isHidden: true }),
    readAll: async () => (await text(stdin)).replace(/\r?\n$/, ''),
  };
}

/** What is printed next begins where this line did. */
function overwriteLine(line: string): void {
  process.stderr.write(`${line}\u001B[K\r`);
}

async function ask(question: string, { isHidden }: { isHidden: boolean }): Promise<string> {
  const { stdin, stdout } = process;
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: isHidden ? muted : stdout,
    terminal: true,
  });
  const left = new AbortController();
  // Ctrl+C and Ctrl+D: without this the question would never be answered.
  lines.once('SIGINT', () => left.abort());
  lines.once('close', () => left.abort());
  try {
    if (isHidden) stdout.write(question);
    return await lines.question(isHidden ? '' : question, { signal: left.signal });
  } catch (error) {
    throw new StartupError('Stopped. Nothing was changed.', { cause: error });
  } finally {
    if (isHidden) stdout.write('\n');
    lines.close();
  }
}
