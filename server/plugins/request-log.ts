import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';

/** The user agent of the demo's game, whose calls are logged at debug level. */
export const demoGameAgent = 'wynhold-demo-game';

/** As in nginx: the visitor left before there was an answer. */
const clientClosedRequest = 499;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked for so often that its requests are logged at debug level, unless they fail. */
    isQuiet?: boolean;
    /** Stays open for minutes: its line is written when it ends. */
    isStream?: boolean;
  }
  interface FastifyRequest {
    /** Why it failed or was refused, for its line in the log. */
    failure: { err: unknown } | { code: string } | undefined;
  }
}

/**
 * One log line per request. Must be registered first, so that requests which a later hook refuses
 * are logged too.
 */
export function registerRequestLog(app: FastifyInstance, { config, log }: Deps): void {
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (log) logWhenClosed(request, reply, config);
    done();
  });
}

/** 'close' and not 'finish': it also comes when the visitor leaves early. */
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

/** The route's pattern, never the path itself: paths and query strings can hold names and tokens. */
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
  // Only what is visible ASCII: the terminal must not act on a visitor's bytes.
  const path = request.url.split('?')[0]?.replaceAll(/[^\x21-\x7E]/g, '?');
  const ms = Math.round(reply.elapsedTime);
  const time = request.routeOptions.config.isStream ? `closed after ${ms / 1000} s` : `${ms} ms`;
  const { failure } = request;
  const code = failure && 'code' in failure ? ` (${failure.code})` : '';
  const err = failure && 'err' in failure ? { requestId: request.id, err: failure.err } : {};
  request.server.log[level](err, `${request.method} ${path} ${status} ${time}${code}`);
}
