import { SettingsError } from './settings.ts';

type Running = { close(): Promise<void> };

/** Starts an adapter, ends it on a signal; what the operator can mend is said in one line. */
export async function runProgram(start: () => Promise<Running>): Promise<void> {
  try {
    const running = await start();
    closeOnSignal(running);
  } catch (error) {
    console.error(describe(error));
    process.exit(1);
  }
}

function describe(error: unknown): unknown {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: another program uses this port. Stop it, or choose another in the settings.`;
  }
  return error;
}

/** A second signal, or ten seconds of waiting, ends it at once. */
function closeOnSignal(running: Running): void {
  let isClosing = false;
  const leave = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
}
