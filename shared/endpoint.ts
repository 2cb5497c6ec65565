import type * as z from 'zod/mini';

import type { Access } from './permissions.ts';

/**
 * The endpoint of one call: from it come the server's validation and response allow-list, the
 * client's fetcher type, the form check and the OpenAPI document.
 */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  Caller extends Access = Access,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces: /api/events/{id} */
  path: `/${string}`;
  access: Caller;
  /** One line for the API documentation; `tag` groups it there. */
  summary: string;
  tag: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Absent: the call answers 204 without a body. */
  response?: Response;
  /** How often one caller may use it. Counted across replicas. */
  limit?: { max: number; seconds: number };
  /** The call reads an Idempotency-Key: repeated with the same one it is done once. */
  takesIdempotencyKey?: true;
  /** How old the caller's sign-in may be; an older one is confirmed first (`/auth/reauthenticate`). */
  freshMinutes?: number;
  /** Set on public reads that are the same for everybody: kept as ready-made bytes until one of these topics changes. */
  cachedUntil?: readonly LiveTopic[];
};

export type Schema = z.core.$ZodType;

/** The parsed value of one part of an endpoint, or `None` where the endpoint has no such part. */
export type Parsed<Part, None> = [NonNullable<Part>] extends [never]
  ? None
  : z.output<NonNullable<Part> & Schema>;

/** For `freshMinutes` of what would hurt most in a thief's hands: rights, coins, refunds, tokens. */
export const adminFreshMinutes = 60;

/** The answer of an endpoint's call. */
export type Answer<E extends Endpoint> = Parsed<E['response'], void>;

/** What the live stream can tell about. `me` is the caller's own account; `admin` is for admins alone. */
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
