/**
 * Every refusal the site can answer: its code and HTTP status. The server throws them as AppError,
 * the client switches on `code`. Features add their rows here, so one table shows all of them.
 */
const errorStatuses = {
  'request/invalid': 400,
  'request/malformed': 400,
  'request/unsupported-type': 415,
  'request/too-large': 413,
  'request/not-found': 404,
  'request/method-not-allowed': 405,
  'request/timeout': 408,
  'request/rate-limited': 429,
  'request/foreign-origin': 403,
  'server/unexpected': 500,
  'server/unavailable': 503,
  'access/login-required': 401,
  'access/staff-only': 403,
  'access/admin-only': 403,
  'access/not-yours': 403,
  'accounts/username-taken': 409,
  'accounts/username-reserved': 409,
  'accounts/email-taken': 409,
  'accounts/weak-password': 400,
  'accounts/last-admin': 409,
  'accounts/not-found': 404,
  'accounts/token-refused': 401,
  'accounts/unknown-account': 401,
  'accounts/reauthentication-required': 403,
  'accounts/two-factor-required': 401,
  'accounts/two-factor-setup-required': 403,
  'accounts/two-factor-code-wrong': 401,
  'accounts/two-factor-not-started': 409,
  'accounts/two-factor-enforced': 403,
  'accounts/too-many-attempts': 429,
  'accounts/session-not-found': 404,
  'identity/unavailable': 503,
  'hiscores/no-data': 404,
  'media/unsupported': 415,
  'media/too-large': 413,
  'media/too-many-pixels': 413,
  'media/broken': 400,
  'news/not-found': 404,
  'news/outdated': 409,
  'news/too-complex': 400,
  'events/not-found': 404,
  'events/may-not-host': 403,
  'events/begun': 409,
  'events/outdated': 409,
  'polls/not-found': 404,
  'polls/closed': 409,
  'polls/already-voted': 409,
  'polls/not-eligible': 403,
  'polls/invalid-answers': 400,
  'polls/has-votes': 409,
  'polls/outdated': 409,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

export type FieldErrors = Record<string, string>;

export type ErrorBody = {
  error: string;
  code: ErrorCode;
  requestId: string;
  /** For forms: what is wrong, by field name. */
  fields?: FieldErrors;
};

type Options = {
  fields?: FieldErrors;
  retryAfterSeconds?: number;
  requestId?: string;
  cause?: unknown;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** In the browser: what the server's log knows the failure by. */
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, message: string, options: Options = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.requestId = options.requestId;
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}
