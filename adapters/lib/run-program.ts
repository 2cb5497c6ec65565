import { closeOnSignal } from '#shared-node/close-on-signal.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { SettingsError } from './settings.ts';

type Running = { close(): Promise<void> };

/** Starts an adapter and closes it on a signal. Prints setup errors as one line. */
export async function runProgram(start: () => Promise<Running>): Promise<void> {
  try {
    const running = await start();
    closeOnSignal(() => running.close());
  } catch (error) {
    console.error(describe(error));
    process.exit(1);
  }
}

function describe(error: unknown): unknown {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof Error && codeOf(error) === 'EADDRINUSE') {
    return `${error.message}: another program uses this port. Stop it, or choose another port in the settings.`;
  }
  return error;
}
