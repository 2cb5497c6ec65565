import type { ErrorCode } from './error-codes.ts';

export type FieldErrors = Record<string, string>;

export type ErrorBody = {
  error: string;
  code: ErrorCode;
  requestId: string;
  /** For forms: error texts by field name. */
  fields?: FieldErrors;
};

type Options = {
  fields?: FieldErrors;
  retryAfterSeconds?: number;
  status?: number;
  requestId?: string;
  cause?: unknown;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Set in the browser: the status of the answer. The server uses `statusOf`. */
  readonly status: number | undefined;
  /** Set in the browser: the id of the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.status = options.status;
    this.requestId = options.requestId;
  }
}

/** For a value that only its field can explain, such as a date in the past. */
export function invalidField(field: string, text: string): AppError {
  return new AppError('request/invalid', text, { fields: { [field]: text } });
}
