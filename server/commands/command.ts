import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';

import type { Terminal } from './terminal.ts';

/** A command of the command line. The help text is generated from it. */
export type Command = {
  /** One word or two. */
  name: string;
  summary: string;
  /** In order, such as `NAME`; brackets mark an optional one: `[NAME]`. */
  operands?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
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
  /** Opens the database; call it after checking the input. */
  withDeps: <T>(work: (deps: Deps) => Promise<T>) => Promise<T>;
  /** For commands that need no database. */
  loadConfig: () => Config;
};

export const passwordFromStdin: CommandOption = {
  type: 'boolean',
  about: 'read the password from standard input instead of asking',
};

/** Undefined also for an empty text. */
export function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
