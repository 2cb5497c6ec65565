import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { sendError } from '#server/plugins/errors.ts';
import { statusOf } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';

import { ProtocolError } from './protocol-error.ts';

/** Refusals, also of a busy server, get Google's envelope with status 400: the SDK calls anything else a network error. */
export function registerProtocolErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const message = toMessage(error);
    if (message === undefined) return sendError(error, request, reply);
    request.failure = { code: message };
    if (isBusy(error)) {
      reply.header('retry-after', error.retryAfterSeconds);
      return sendEnvelope(message, reply, statusOf(error));
    }
    return sendEnvelope(message, reply);
  });
}

/** The SDK reports a 404 as a network error, so unknown operations get an error of its protocol. */
export function rejectUnknownOperations(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => sendEnvelope('OPERATION_NOT_ALLOWED', reply));
}

/** Only the refresh call sends a form instead of JSON. */
export function registerFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      return Object.fromEntries(new URLSearchParams(decode(body)));
    },
  );
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('request/malformed', 'The request is not valid UTF-8.', { cause });
  }
}

function toMessage(error: FastifyError): string | undefined {
  if (error instanceof ProtocolError) return error.message;
  if (isBusy(error)) return `SERVER_BUSY : ${error.message}`;
  const isOwn = error instanceof AppError;
  const status = isOwn ? statusOf(error) : (error.statusCode ?? 500);
  if (status >= 500) return undefined;
  return `INVALID_ARGUMENT : ${isOwn ? error.message : 'The request could not be read.'}`;
}

function isBusy(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'server/busy';
}

function sendEnvelope(message: string, reply: FastifyReply, status = 400): FastifyReply {
  const errors = [{ message, reason: 'invalid', domain: 'global' }];
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .send({ error: { code: status, message, errors } });
}
