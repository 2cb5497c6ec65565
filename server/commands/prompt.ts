import type * as z from 'zod/mini';

import { StartupError } from '#server/lib/startup-error.ts';
import { NewPassword } from '#shared/accounts.ts';

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

function check(schema: TextSchema, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new StartupError(problemOf(parsed.error));
}

function problemOf(error: z.core.$ZodError): string {
  return error.issues[0]?.message ?? 'Not valid.';
}
