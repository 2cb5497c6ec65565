import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { Answer, Endpoint, Parsed, SiteEndpoint } from '#shared/endpoint.ts';
import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';

import { actorOf } from '../lib/data/audit.ts';
import type { Actor } from '../lib/data/audit.ts';
import { networkOf } from '../lib/requests/network-of.ts';
import { enforceLimit } from '../lib/requests/rate-limit.ts';
import { sendCached } from './answer-cache.ts';
import { requireAccess, requireFreshSignIn, requireStaying } from './session.ts';
import type { Session, SessionAccount } from './session.ts';

/**
 * Registers an endpoint of shared/, which defines permission, limit, validation and response allow-list. It answers 404
 * while the feature that registers it is switched off, or the one that `options` name; undefined: it always stays.
 */
export type On = <E extends SiteEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  options?: { feature: SwitchableFeature | undefined },
) => void;

export type Handler<E extends SiteEndpoint> = (context: RouteContext<E>) => MaybePromise<Answer<E>>;

export type Call<E extends Endpoint> = {
  params: Parsed<E['params'], undefined>;
  query: Parsed<E['query'], undefined>;
  body: Parsed<E['body'], undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type RouteContext<E extends SiteEndpoint> = Call<E> & {
  /** The caller; set for every endpoint that is not public. */
  account: E['access'] extends 'public' ? undefined : SessionAccount;
  /** The caller, as the audit log names them. */
  actor: E['access'] extends 'public' ? undefined : Actor;
};

type MaybePromise<T> = T | Promise<T>;

export function routesOf(app: FastifyInstance, { db }: Pick<Deps, 'db'>): On {
  return function on<E extends SiteEndpoint>(
    endpoint: E,
    handler: Handler<E>,
    options?: { feature: SwitchableFeature | undefined },
  ): void {
    const { method, limit } = endpoint;
    const sessions = new WeakMap<FastifyRequest, Session>();
    app.route({
      method,
      url: toFastifyPath(endpoint.path),
      schema: describeEndpoint(endpoint),
      config: { endpoint, ...options },
      onRequest: async (request) => {
        if (endpoint.access !== 'public') {
          const session = await requireAccess(request, endpoint);
          if (endpoint.freshMinutes) requireFreshSignIn(session, endpoint.freshMinutes);
          if (endpoint.isOnlyForStaying) requireStaying(session);
          sessions.set(request, session);
        }
        if (!limit) return;
        const session = sessions.get(request);
        const caller = session ? `account ${session.account.id}` : `ip ${networkOf(request.ip)}`;
        await enforceLimit(db, `${method} ${endpoint.path} by ${caller}`, limit);
      },
      handler: async (request, reply) => {
        const session = sessions.get(request);
        // Browsers and proxies must not store the data of one account.
        if (endpoint.access !== 'public') reply.header('cache-control', 'no-store');
        if (endpoint.contentType) reply.type(`${endpoint.contentType}; charset=utf-8`);
        const make = async () =>
          handler({
            ...callOf<E>(request, reply),
            account: session?.account as RouteContext<E>['account'],
            actor: (session && actorOf(session.account, request)) as RouteContext<E>['actor'],
          });
        const { cachedUntil: topics } = endpoint;
        if (topics) return sendCached(request, reply, { topics, make });
        const answer = await make();
        if (reply.sent) return reply;
        if (endpoint.response) return reply.send(answer);
        return reply.status(204).send();
      },
    });
  };
}

/** Fastify has validated the values with the endpoint's schemas. */
export function callOf<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  const { params, query, body } = request;
  return { params, query, body, request, reply } as Call<E>;
}

/** `{id}` becomes `:id`; a literal colon, as in `accounts:lookup`, must be doubled for Fastify. */
export function toFastifyPath(path: string): string {
  return path.replaceAll(':', '::').replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Options of a route with a handler of its own, which the API document describes like an endpoint. */
export function documentedAs(endpoint: Endpoint) {
  return { schema: describeEndpoint(endpoint), config: { endpoint } };
}

export function describeEndpoint(endpoint: Endpoint) {
  const { summary, tag, params, query, body, response } = endpoint;
  return {
    summary,
    tags: [tag],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(response && { response: { 200: response } }),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
