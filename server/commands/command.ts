import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';

import type { Terminal } from './terminal.ts';

/** One thing an owner can do from the shell. The help text is made from the same description. */
export type Command = {
  name: string;
  summary: string;
  /** Such as `NAME` or `[NAME]`: names, in order; brackets mark what may be left out. */
  operands: readonly string[];
  options: Readonly<Record<string, CommandOption>>;
  /** Further lines for `--help`. */
  notes: readonly string[];
  run(input: CommandInput, deps: CommandDeps): Promise<void>;
};

export type CommandOption = { type: 'string' | 'boolean'; about: string };

export type CommandInput = {
  operands: string[];
  options: Record<string, string | boolean | undefined>;
};

export type CommandDeps = {
  terminal: Terminal;
  /** Opens the database only now, so that wrong input is told before anything is touched. */
  withDeps: <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;
  /** For commands that need no database. */
  loadConfig: () => Config;
};

export const passwordFromStdin: CommandOption = {
  type: 'boolean',
  about: 'read the password from standard input instead of asking',
};
