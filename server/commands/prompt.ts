import type * as z from 'zod/mini';

import { NewPassword } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';

import type { Terminal } from './terminal.ts';

type TextSchema = z.ZodMiniType<string>;

/** Checks the given value, or asks until the answer is valid. */
export async function obtainText(
  terminal: Terminal,
  { given, question, schema }: { given: string | undefined; question: string; schema: TextSchema },
): Promise<string> {
  if (given !== undefined) return check(schema, given);
  for (;;) {
    const parsed = schema.safeParse(await terminal.ask(`${question}: `));
    if (parsed.success) return parsed.data;
    terminal.print(problemOf(parsed.error));
  }
}

/** Asks until the answer can be used. Undefined if it is skipped with Enter. */
export async function askOrSkip<T>(
  terminal: Terminal,
  question: string,
  use: (answer: string) => T | Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    const answer = (await terminal.ask(`${question}: `)).trim();
    if (answer === '') return undefined;
    try {
      return await use(answer);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      terminal.print(error.message);
    }
  }
}

/** Asks twice, because the input is hidden. */
export async function obtainPassword(
  terminal: Terminal,
  { fromStdin }: { fromStdin: boolean },
): Promise<string> {
  if (fromStdin) return check(NewPassword, await terminal.readAll());
  for (;;) {
    const parsed = NewPassword.safeParse(await terminal.askHidden('Password: '));
    if (!parsed.success) terminal.print(problemOf(parsed.error));
    else if ((await terminal.askHidden('Password again: ')) === parsed.data) return parsed.data;
    else terminal.print('The passwords do not match.');
  }
}

export function check<T extends string>(schema: z.ZodMiniType<T>, value: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('request/invalid', problemOf(parsed.error));
}

function problemOf(error: z.core.$ZodError): string {
  return error.issues[0]?.message ?? 'Not valid.';
}
