import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isDatabaseAway } from '#server/db/database-away.ts';
import { verifySession } from '#shared/endpoints/accounts.ts';
import { statusOf } from '#shared/error-codes.ts';
import type { ErrorCode } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorBody, FieldErrors } from '#shared/errors.ts';

/** Sends every error in one shape. Details of bugs go only to the log. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toAppError(error);
  request.failure = statusOf(refusal) >= 500 ? { err: error } : { code: refusal.code };
  if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds);
  // Only /verify may clear the cookie: parallel requests would otherwise race and lose the ban reason.
  if (refusal.code === 'accounts/banned' && request.routeOptions.url === verifySession.path) {
    reply.clearSessionCookie();
  }
  const body: ErrorBody = { error: refusal.message, code: refusal.code, requestId: request.id };
  if (refusal.fields) body.fields = refusal.fields;
  // Serialised here, because the endpoint's allow-list covers only successful answers.
  return reply
    .status(statusOf(refusal))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toValidationError(error.validation);
  const known = knownErrors[readCode(error)];
  if (known) return new AppError(known[0], known[1], { cause: error, ...known[2] });
  if (isClientError(error)) {
    return new AppError('request/malformed', 'The request could not be read.', { cause: error });
  }
  return new AppError(
    'server/unexpected',
    'Something went wrong on our side. Please try again in a moment.',
    { cause: error },
  );
}

function toValidationError(problems: { instancePath: string; message?: string }[]): AppError {
  const fields: FieldErrors = {};
  for (const { instancePath, message } of problems) {
    const name = instancePath.slice(1).replaceAll('/', '.');
    fields[name] ??= message ?? 'Not valid.';
  }
  const [first] = problems;
  const text = first?.message ?? 'Some of the values are not valid.';
  return new AppError('request/invalid', text, { fields });
}

const unavailable: [ErrorCode, string, { retryAfterSeconds: number }] = [
  'server/unavailable',
  'The site is busy right now. Please try again in a few seconds.',
  { retryAfterSeconds: 2 },
];
export const unstorableText = 'The text contains characters that cannot be stored.';
const unstorable: [ErrorCode, string] = ['request/invalid', unstorableText];
const outOfRange: [ErrorCode, string] = ['request/invalid', 'A value is out of range.'];

const knownErrors: Record<string, [ErrorCode, string, { retryAfterSeconds: number }?]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['request/unsupported-type', 'Send the request as JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['request/too-large', 'The request is too large.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['request/malformed', 'The request has no content.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['request/malformed', 'The request is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request/malformed', 'The request was cut short.'],
  FST_ERR_BAD_URL: ['request/malformed', 'That address is not valid.'],
  // PostgreSQL: NUL and other bytes that text columns cannot store.
  '22021': unstorable,
  '22P05': unstorable,
  // PostgreSQL: a number, date or id out of the column's range.
  '22003': outOfRange,
  '22007': outOfRange,
  '22008': outOfRange,
  '22P02': outOfRange,
  // PostgreSQL is shutting down, restarting, out of connections, too slow or unreachable.
  '57P01': unavailable,
  '57P02': unavailable,
  '57P03': unavailable,
  '53300': unavailable,
  '55P03': unavailable,
  '57014': unavailable,
  ECONNREFUSED: unavailable,
  ECONNRESET: unavailable,
  EPIPE: unavailable,
};

function readCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return isDatabaseAway(error) ? 'ECONNRESET' : '';
}

function isClientError(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false;
  const status = Number(error.statusCode);
  return status >= 400 && status < 500;
}
