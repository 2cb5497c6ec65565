export type Log = {
  info(message: string): void;
  warn(message: string, cause?: unknown): void;
};

export function createLog(name: string): Log {
  const line = (message: string) => `${new Date().toISOString()} ${name}: ${message}`;
  return {
    info: (message) => console.log(line(message)),
    warn: (message, cause) => console.error(line(message + describeCause(cause))),
  };
}

export const silentLog: Log = { info() {}, warn() {} };

function describeCause(cause: unknown): string {
  if (cause === undefined) return '';
  return ` (${cause instanceof Error ? cause.message : JSON.stringify(cause)})`;
}
