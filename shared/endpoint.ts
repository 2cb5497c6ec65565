import type * as z from 'zod/mini';

import type { Access } from './permissions.ts';

/**
 * The definition of one API endpoint. The server's validation and response allow-list, the client's
 * fetcher types, form validation and the OpenAPI document are derived from it.
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  Caller extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: /api/events/{id}. */
  path: `/${string}`;
  access: Caller;
  /** One line for the API documentation; `tag` groups it there. */
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Absent: 204 without a body. */
  response?: Response;
  /** Rate limit per caller, counted across replicas. */
  limit?: { max: number; seconds: number };
  /** The endpoint reads an Idempotency-Key: calls with the same key take effect once. */
  takesIdempotencyKey?: true;
  /** Maximum age of the caller's sign-in; an older one must be confirmed first (`/auth/reauthenticate`). */
  freshMinutes?: number;
  /** For public reads that are the same for everyone: cached until one of these topics changes. */
  cachedUntil?: readonly LiveTopic[];
};

export type Schema = z.core.$ZodType;

/** The parsed value of one part of an endpoint, or `None` if the endpoint has no such part. */
export type Parsed<Part, None> = [NonNullable<Part>] extends [never]
  ? None
  : z.output<NonNullable<Part> & Schema>;

/** `freshMinutes` of the most dangerous admin actions: rights, coins, refunds, tokens. */
export const adminFreshMinutes = 60;

export type Answer<E extends Endpoint> = Parsed<E['response'], void>;

/** Topics of the live stream. `me` is the caller's own account; `admin` is for admins only. */
export const liveTopics = [
  'news',
  'events',
  'polls',
  'hiscores',
  'shop',
  'server',
  'site',
  'me',
  'admin',
] as const;
export type LiveTopic = (typeof liveTopics)[number];

export function endpoint<
  const Params extends Schema | undefined = undefined,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
  const Response extends Schema | undefined = undefined,
  const Caller extends Access = Access,
>(
  definition: Endpoint<Params, Query, Body, Response, Caller>,
): Endpoint<Params, Query, Body, Response, Caller> {
  return definition;
}
