import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

import { hashSecret } from '#server/lib/secrets/secrets.ts';
import { AppError } from '#shared/errors.ts';

import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { late, within } from '../lib/requests/within.ts';

/** Load balancers must get an answer within two seconds, even if the database hangs. */
const readyMilliseconds = 1_500;

export type ObserveAnswer = (
  answer: { method: string; route: string; status: number },
  ms: number,
) => void;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const observe: ObserveAnswer = (answer, ms) => durations.observe(answer, ms / 1000);
  return { registry, observe };
}

/** /healthz: the process runs. /readyz: it can serve, database included. /metrics: for Prometheus. */
export function registerObservability(
  app: FastifyInstance,
  { db, config }: Deps,
  { registry, observe }: ReturnType<typeof createMetrics>,
): void {
  let ping: Promise<unknown> | undefined;

  /** One query at a time: while the database hangs, health checks must not use up its connections. */
  function pingDatabase(): Promise<unknown> {
    return (ping ??= sql`select 1`.execute(db).finally(() => (ping = undefined)));
  }

  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const { url: route = 'unknown' } = routeOptions;
    observe({ method, route, status: statusCode }, elapsedTime);
  });

  const hidden = { schema: { hide: true }, config: { isQuiet: true } } as const;
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    if (app.isDraining) throw new AppError('server/unavailable', 'Shutting down.');
    if ((await within(readyMilliseconds, pingDatabase())) === late) {
      throw new AppError('server/unavailable', 'The database does not answer.', {
        retryAfterSeconds: 2,
      });
    }
    return { status: 'ready' };
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(config, request.headers.authorization)) {
      throw new AppError('request/not-found', 'There is nothing here.');
    }
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

/** Metrics show how busy the site is, so in production only callers with the token may read them. */
function mayReadMetrics(
  { metricsToken, isProduction }: Pick<Config, 'metricsToken' | 'isProduction'>,
  authorization = '',
): boolean {
  if (!metricsToken) return !isProduction;
  // Hashed, because timingSafeEqual needs equal lengths.
  return timingSafeEqual(hashSecret(authorization), hashSecret(`Bearer ${metricsToken}`));
}
