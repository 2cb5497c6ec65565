import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';

/** User agent of the demo's game. Its calls are logged at debug level. */
export const demoGameAgent = 'wynhold-demo-game';

/** As in nginx: the visitor disconnected before the answer. */
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

/**
 * One log line per request. Must be registered first, so that requests refused by a later hook are
 * logged too.
 */
export function registerRequestLog(app: FastifyInstance, { config, log }: Deps): void {
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (log) logWhenClosed(request, reply, config);
    done();
  });
}

/** Uses 'close' rather than 'finish', because it is also emitted when the visitor disconnects early. */
export function logWhenClosed(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.raw.once('close', () => {
    const status = reply.raw.headersSent ? reply.raw.statusCode : clientClosedRequest;
    const level = levelOf(request, status, config);
    if (config.isProduction) writeFields(request, reply, { status, level });
    else writeText(request, reply, { status, level });
  });
}

type Outcome = { status: number; level: 'error' | 'info' | 'debug' };

function levelOf(request: FastifyRequest, status: number, config: Config): Outcome['level'] {
  if (status >= 500) return 'error';
  if (request.routeOptions.config.isQuiet) return 'debug';
  const isDemoGame = config.demoSimulator && request.headers['user-agent'] === demoGameAgent;
  return isDemoGame ? 'debug' : 'info';
}

/** Logs the route's pattern, never the path: paths and query strings can contain names and tokens. */
function writeFields(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, level }: Outcome,
): void {
  const { url: path = 'unknown', config } = request.routeOptions;
  request.log[level](
    {
      method: request.method,
      path,
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...request.failure,
    },
    config.isStream ? 'stream closed' : 'request',
  );
}

function writeText(request: FastifyRequest, reply: FastifyReply, { status, level }: Outcome): void {
  // Only printable ASCII, so that a visitor cannot send control sequences to the terminal.
  const path = request.url.split('?')[0]?.replaceAll(/[^\x21-\x7E]/g, '?');
  const ms = Math.round(reply.elapsedTime);
  const time = request.routeOptions.config.isStream ? `closed after ${ms / 1000} s` : `${ms} ms`;
  const { failure } = request;
  const code = failure && 'code' in failure ? ` (${failure.code})` : '';
  const err = failure && 'err' in failure ? { requestId: request.id, err: failure.err } : {};
  request.server.log[level](err, `${request.method} ${path} ${status} ${time}${code}`);
}
