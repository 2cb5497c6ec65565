type LoggedError = {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: unknown;
};

const deepestCause = 3;

/** Only these fields: libraries attach whole connections, with keys and passwords, to their errors. */
export function describeError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const described: LoggedError = { type: error.name, message: messageOf(error) };
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) {
    described.code = error.code;
  }
  if (error.stack) described.stack = error.stack;
  if (error.cause !== undefined && depth < deepestCause) {
    described.cause = describeError(error.cause, depth + 1);
  }
  return described;
}

/** Node reports "connection refused" for a host with two addresses as an AggregateError without a message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) {
    return error.errors.map(messageOf).join(' ');
  }
  return error instanceof Error ? error.message : String(error);
}
