import { SettingsError } from './settings.ts';

type Running = { close(): Promise<void> };

/** Starts an adapter and closes it on a signal. Prints setup errors as one line. */
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
    return `${error.message}: another program uses this port. Stop it, or choose another port in the settings.`;
  }
  return error;
}

/** Exits at once on a second signal, or if closing takes longer than ten seconds. */
function closeOnSignal(running: Running): void {
  let isClosing = false;
  const shutDown = (): void => {
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
  process.on('SIGINT', shutDown);
  process.on('SIGTERM', shutDown);
}
