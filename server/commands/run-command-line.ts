import { parseArgs } from 'node:util';

import type { Config } from '#server/config.ts';
import { runLongWork } from '#server/db/statement-limit.ts';
import type { Deps } from '#server/deps.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { AppError } from '#shared/errors.ts';

import { addSkill } from './add-skill.ts';
import { backup } from './backup.ts';
import type { Command, CommandInput } from './command.ts';
import { createAdmin } from './create-admin.ts';
import { describeCommand, describeCommands } from './help.ts';
import { importAccountsOf } from './import-accounts.ts';
import { importFirebase } from './import-firebase.ts';
import { importHiscores } from './import-hiscores.ts';
import { leaveDemo } from './leave-demo.ts';
import { listSessions } from './list-sessions.ts';
import { recountHiscores } from './recount-hiscores.ts';
import { releaseNameOf, reserveNamesOf } from './reserved-names.ts';
import { resetPassword } from './reset-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { setUserRights } from './set-rights.ts';
import { setup } from './setup.ts';
import type { Terminal } from './terminal.ts';
import { testMail } from './test-mail.ts';
import { verifyLedger } from './verify-ledger.ts';

const commands = [
  setup,
  createAdmin,
  setUserRights,
  resetPassword,
  resetSecondFactor,
  listSessions,
  importHiscores,
  importAccountsOf,
  importFirebase,
  reserveNamesOf,
  releaseNameOf,
  recountHiscores,
  addSkill,
  verifyLedger,
  backup,
  restore,
  testMail,
  leaveDemo,
];

export type CommandLineDeps = {
  terminal: Terminal;
  openDeps: () => Promise<Deps & { close(): Promise<void> }>;
  loadConfig: () => Config;
};

/** Returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runCommandLine(args: string[], deps: CommandLineDeps): Promise<number> {
  const { terminal } = deps;
  const [name] = args;
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    terminal.print(describeCommands(commands));
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((one) => startsWith(args, one.name));
  if (!command) {
    terminal.printError(`Unknown command: ${name}.\n\n${describeCommands(commands)}`);
    return 2;
  }
  const rest = args.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.print(describeCommand(command));
    return 0;
  }
  const input = readInput(command, rest);
  if (typeof input === 'string') {
    terminal.printError(`${input}\n\n${describeCommand(command)}`);
    return 2;
  }
  return execute(command, input, deps);
}

/** A name can be two words, such as `import accounts`. */
function startsWith(args: string[], name: string): boolean {
  return name.split(' ').every((word, at) => args[at] === word);
}

function readInput(
  { operands = [], options = {} }: Command,
  args: string[],
): CommandInput | string {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const required = operands.filter((operand) => !operand.startsWith('['));
    const missing = required[positionals.length];
    if (missing) return `${missing} is missing.`;
    const extra = positionals[operands.length];
    if (extra !== undefined)
      return `Unexpected argument: ${extra}. Put a name with spaces in quotes.`;
    return { operands: positionals, options: values };
  } catch (error) {
    // The first sentence names the option; the rest is about arguments that begin with a dash.
    return error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error);
  }
}

async function execute(
  command: Command,
  input: CommandInput,
  { terminal, openDeps, loadConfig }: CommandLineDeps,
): Promise<number> {
  async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
    const deps = await openDeps();
    try {
      return await work(deps);
    } finally {
      await deps.close();
    }
  }
  try {
    await runLongWork(() => command.run(input, { terminal, withDeps, loadConfig }));
    return 0;
  } catch (error) {
    terminal.printError(describeFailure(error));
    return 1;
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof StartupError || error instanceof AppError) return error.message;
  return `Failed: ${error instanceof Error ? error.message : String(error)}`;
}
