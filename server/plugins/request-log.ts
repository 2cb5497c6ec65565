import { randomBytes } from 'node:crypto';

import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';

/** User agent of the demo's game. Its calls are logged at debug level. */
export const demoGameAgent = 'wynhold-demo-game';

/** The same status as in nginx: the visitor disconnected before the answer. */
const clientClosedRequest = 499;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Frequent requests, logged at debug level unless they fail. */
    isQuiet?: boolean;
    /** Stays open for minutes and is logged when it ends. */
    isStream?: boolean;
  }
  interface FastifyRequest {
    /** Why it failed or was refused, for the log. */
    failure: { err: unknown } | { code: string } | undefined;
  }
}

/** Random, because a number would tell every visitor how many requests the site serves. */
export function newRequestId(): string {
  return randomBytes(9).toString('base64url');
}

/** Register it first, so that requests refused by a later hook are logged too. */
export function registerRequestLog(app: FastifyInstance, logRequest: LogRequest | undefined): void {
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (logRequest) logWhenClosed(request, reply, logRequest);
    done();
  });
}

/** Uses 'close' rather than 'finish', because it is also emitted when the visitor disconnects early. */
export function logWhenClosed(
  request: FastifyRequest,
  reply: FastifyReply,
  logRequest: LogRequest,
): void {
  reply.raw.once('close', () => {
    const status = reply.raw.headersSent ? reply.raw.statusCode : clientClosedRequest;
    const { url: route = 'unknown', config } = request.routeOptions;
    logRequest({
      id: request.id,
      method: request.method,
      route,
      url: request.url,
      status,
      ms: reply.elapsedTime,
      isQuiet: config.isQuiet === true,
      isStream: config.isStream === true,
      userAgent: request.headers['user-agent'],
      failure: request.failure,
    });
  });
}

type LoggedRequest = {
  id: string;
  method: string;
  route: string;
  url: string;
  status: number;
  ms: number;
  isQuiet: boolean;
  isStream?: boolean;
  userAgent?: string | undefined;
  failure?: FastifyRequest['failure'];
};
export type LogRequest = (request: LoggedRequest) => void;

export function createRequestLog(log: FastifyBaseLogger, config: Config): LogRequest {
  const write = config.isProduction ? writeFields : writeText;
  return (request) => write(log, levelOf(request, config), request);
}

type Level = 'error' | 'info' | 'debug';

function levelOf({ status, isQuiet, userAgent }: LoggedRequest, config: Config): Level {
  if (status >= 500) return 'error';
  if (isQuiet) return 'debug';
  return config.demoSimulator && userAgent === demoGameAgent ? 'debug' : 'info';
}

/** Logs the route's pattern, never the path: paths and query strings can contain names and tokens. */
function writeFields(
  log: FastifyBaseLogger,
  level: Level,
  { id, method, route, status, ms, isStream, failure }: LoggedRequest,
): void {
  const message = isStream ? 'stream closed' : 'request';
  const tenths = Math.round(ms * 10) / 10;
  log[level]({ requestId: id, method, path: route, status, ms: tenths, ...failure }, message);
}

function writeText(
  log: FastifyBaseLogger,
  level: Level,
  { id, method, url, status, ms, isStream, failure }: LoggedRequest,
): void {
  // Only printable ASCII, so that a visitor cannot send control sequences to the terminal.
  const path = url.split('?')[0]?.replaceAll(/[^\x21-\x7E]/g, '?');
  const rounded = Math.round(ms);
  const time = isStream ? `closed after ${rounded / 1000} s` : `${rounded} ms`;
  const code = failure && 'code' in failure ? ` (${failure.code})` : '';
  const err = failure && 'err' in failure ? { requestId: id, err: failure.err } : {};
  log[level](err, `${method} ${path} ${status} ${time}${code}`);
}
