import type { TestApp } from '#server/testing/test-app.ts';

import { runCommandLine } from '../run-command-line.ts';

/** Runs a command on the database of a test site, without a person at the terminal. */
export async function executeOn(
  { deps }: TestApp,
  args: string[],
  replaced: Partial<TestApp['deps']> = {},
) {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runCommandLine(args, {
    openDeps: async () => ({ ...deps, ...replaced, close: async () => {} }),
    loadConfig: () => deps.config,
    terminal: {
      isInteractive: false,
      print: (line) => void output.push(line),
      printError: (line) => void errors.push(line),
      ask: async () => '',
      askHidden: async () => '',
      readAll: async () => '',
    },
  });
  return { code, output, errors };
}
