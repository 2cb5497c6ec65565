/**
 * All error codes of the API with their HTTP status. The server throws them as AppError; the client
 * switches on `code`. Features add their codes here.
 */
const errorStatuses = {
  'request/invalid': 400,
  'request/malformed': 400,
  'request/unsupported-type': 415,
  'request/too-large': 413,
  'request/not-found': 404,
  'request/method-not-allowed': 405,
  'request/timeout': 408,
  'request/headers-too-large': 431,
  'request/rate-limited': 429,
  'request/foreign-origin': 403,
  'request/unknown-host': 421,
  'server/unexpected': 500,
  'server/unavailable': 503,
  'server/busy': 503,
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
  'accounts/username-required': 403,
  'accounts/reauthentication-required': 403,
  'accounts/two-factor-required': 401,
  'accounts/two-factor-setup-required': 403,
  'accounts/two-factor-code-wrong': 401,
  'accounts/two-factor-not-started': 409,
  'accounts/two-factor-enforced': 403,
  'accounts/too-many-attempts': 429,
  'accounts/session-not-found': 404,
  'accounts/banned': 403,
  'accounts/no-mail': 503,
  'identity/unavailable': 503,
  'admin/outdated': 409,
  'admin/own-account': 403,
  'admin/not-sanctioned': 409,
  'admin/infraction-not-found': 404,
  'hiscores/no-data': 404,
  'media/unsupported': 415,
  'media/too-large': 413,
  'media/too-many-pixels': 413,
  'media/broken': 400,
  'media/not-stored': 507,
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
  'wallet/insufficient': 409,
  'wallet/key-reused': 409,
  'payments/off': 503,
  'payments/unavailable': 503,
  'payments/limit-reached': 429,
  'payments/disputed': 403,
  'payments/not-found': 404,
  'payments/terms-changed': 409,
  'payments/key-reused': 409,
  'payments/signature-refused': 400,
  'payments/event-refused': 400,
  'payments/refund-refused': 409,
  'shop/closed': 409,
  'shop/not-found': 404,
  'shop/item-differs': 409,
  'shop/not-enough-coins': 409,
  'shop/wallet-frozen': 403,
  'shop/ended': 409,
  'shop/sold-out': 409,
  'shop/limit-reached': 409,
  'shop/key-reused': 409,
  'shop/outdated': 409,
  'shop/purchase-not-found': 404,
  'shop/not-refundable': 409,
  'bridge/token-required': 401,
  'bridge/token-refused': 401,
  'bridge/token-revoked': 401,
  'bridge/address-refused': 403,
  'bridge/scope-missing': 403,
  'bridge/key-reused': 409,
  'bridge/delivery-not-found': 404,
  'bridge/delivery-not-yours': 409,
  'bridge/delivery-settled': 409,
  'bridge/command-not-found': 404,
  'bridge/command-settled': 409,
  'bridge/server-not-found': 404,
  'bridge/server-name-taken': 409,
  'bridge/too-many-tokens': 409,
  'bridge/token-not-found': 404,
  'bridge/nothing-to-resend': 409,
  'contracts/not-found': 404,
  'contracts/outdated': 409,
  'launcher/not-available': 404,
  'launcher/no-file': 409,
  'launcher/unsupported': 415,
  'launcher/too-large': 413,
} as const;

export type ErrorCode = keyof typeof errorStatuses;
export const errorCodes = Object.keys(errorStatuses);

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
  requestId?: string;
  cause?: unknown;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Set in the browser: the id of the request in the server's log. */
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
