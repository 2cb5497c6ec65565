import type * as z from 'zod';

import { closeOnSignal } from '#shared-node/close-on-signal.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { printFindings } from './check.ts';
import type { Finding } from './check.ts';
import { readSettings, SettingsError } from './settings.ts';

type Program<Shape extends z.ZodObject> = {
  /** The folder in adapters/, which may have a file .env. */
  name: string;
  settings: Shape;
  start: (settings: z.output<Shape>) => Promise<{ close(): Promise<void> }>;
  /** `--check`: verifies everything that the adapter needs, and the game's own settings. */
  check: (settings: z.output<Shape>) => Promise<Finding[]>;
  /** `--import FOLDER`: takes over the game's own saves. Returns whether all are there. */
  importSaves?: (settings: z.output<Shape>, folder: string) => Promise<boolean>;
};

/** Runs an adapter until a signal, or one of its options. Prints setup errors as one line. */
export async function runProgram<Shape extends z.ZodObject>(
  program: Program<Shape>,
): Promise<void> {
  try {
    const [option, operand] = process.argv.slice(2);
    if (option !== undefined) {
      process.exitCode = (await runOption(program, option, operand)) ? 0 : 1;
      return;
    }
    const running = await program.start(read(program));
    closeOnSignal(() => running.close());
  } catch (error) {
    console.error(describe(error));
    process.exit(1);
  }
}

async function runOption<Shape extends z.ZodObject>(
  program: Program<Shape>,
  option: string,
  operand: string | undefined,
): Promise<boolean> {
  if (option === '--check') return printFindings(await findAll(program), console.log);
  if (option === '--import' && program.importSaves) {
    if (operand === undefined) throw new SettingsError('Usage: --import FOLDER');
    return program.importSaves(read(program), operand);
  }
  const known = program.importSaves ? '--check, --import FOLDER' : '--check';
  throw new SettingsError(`Unknown option ${option}. Known: ${known}.`);
}

async function findAll<Shape extends z.ZodObject>(program: Program<Shape>): Promise<Finding[]> {
  try {
    return await program.check(read(program));
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const advice = `Set it in adapters/${program.name}/.env. The README beside it lists all settings.`;
    return error.problems.map((text) => ({ text, advice }));
  }
}

function read<Shape extends z.ZodObject>({ name, settings }: Program<Shape>): z.output<Shape> {
  return readSettings(settings, `adapters/${name}/.env`);
}

function describe(error: unknown): unknown {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof Error && codeOf(error) === 'EADDRINUSE') {
    return `${error.message}: another program uses this port. Stop it, or choose another port in the settings.`;
  }
  return error;
}
