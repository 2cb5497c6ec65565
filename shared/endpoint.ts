import type * as z from 'zod/mini';

import type { LiveTopic } from './pages.ts';
import type { Access } from './rules/permissions.ts';
import type { StaffPermission } from './rules/staff-permissions.ts';
import { IdParams, UsernameParams } from './schemas.ts';

/** Validation, the response allow-list, the client's types, forms and the OpenAPI document are derived from it. */
export type Endpoint<
  Method extends HttpMethod = HttpMethod,
  Path extends `/${string}` = `/${string}`,
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  Caller extends EndpointAccess = EndpointAccess,
  Topic extends LiveTopic = LiveTopic,
> = {
  method: Method;
  /** Parameters in braces: /api/events/{id}. */
  path: Path;
  access: Caller;
  /** With access `admin`: staff accounts with one of these permissions may call it too. */
  permissions?: readonly StaffPermission[];
  /** One line for the API documentation; `tag` groups it there. */
  summary: string;
  tag: string;
  /** By default that of `usualParams`, if the path has one parameter with such a name. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** Absent: 204 without a body. */
  response?: Response;
  /** Media type of the answer, if it is not JSON. */
  contentType?: string;
  /** Rate limit per caller, counted across replicas. */
  limit?: { max: number; seconds: number };
  /** The endpoint reads an Idempotency-Key: calls with the same key take effect once. */
  takesIdempotencyKey?: true;
  /** Maximum age of the caller's sign-in; an older one must be confirmed first (`/auth/reauthenticate`). */
  freshMinutes?: number;
  /** Refused for accounts that are going to be deleted. */
  isOnlyForStaying?: true;
  /** With access `login`: banned accounts may call it too, in a session that opens nothing else. */
  isForBanned?: true;
  /** For public reads that are the same for everyone: cached until one of these topics changes. */
  cachedUntil?: readonly Topic[];
};

/** `token`: for game servers, with a token that has this scope. */
export type EndpointAccess = Access | { token: string };

/** An endpoint for browsers, which send a session cookie or nothing. */
export type SiteEndpoint = Endpoint & { access: Access };

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Schema = z.core.$ZodType;

/** The parsed value of one part of an endpoint, or `None` if the endpoint has no such part. */
export type Parsed<Part, None> = [NonNullable<Part>] extends [never]
  ? None
  : z.output<NonNullable<Part> & Schema>;

/** `freshMinutes` of the most dangerous admin actions: rights, coins, refunds, tokens. */
export const adminFreshMinutes = 60;

export type Answer<E extends Endpoint> = Parsed<E['response'], void>;

type Given<Name extends string, Part> = [NonNullable<Part>] extends [never]
  ? unknown
  : { [K in Name]: z.input<NonNullable<Part> & Schema> };

export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>;

const usualParams = { id: IdParams, username: UsernameParams };

type UsualParams<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Rest extends `${string}{${string}`
    ? undefined
    : Name extends keyof typeof usualParams
      ? (typeof usualParams)[Name]
      : undefined
  : undefined;

/** The endpoints of one group of the API documentation. The types keep the literal route, for shared/api.ts. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is the default of Caller
export function endpointsOf<const Group extends EndpointAccess = 'admin'>(
  tag: string,
  common: Pick<Endpoint, 'permissions'> & { access?: Group } = {},
) {
  return function endpoint<
    const Method extends HttpMethod,
    const Path extends `/${string}`,
    const Params extends Schema | undefined = UsualParams<Path>,
    const Query extends Schema | undefined = undefined,
    const Body extends Schema | undefined = undefined,
    const Response extends Schema | undefined = undefined,
    const Caller extends EndpointAccess = Group,
    const Topic extends LiveTopic = never,
  >(
    route: `${Method} ${Path}`,
    definition: Omit<
      Endpoint<Method, Path, Params, Query, Body, Response, Caller, Topic>,
      'method' | 'path' | 'tag' | 'access'
    > & {
      /** By default that of the group, and without one for admins, so that a forgotten line opens nothing. */
      access?: Caller;
    },
  ): Endpoint<Method, Path, Params, Query, Body, Response, Caller, Topic> {
    const [method, path] = route.split(' ') as [Method, Path];
    // Without `access`, Caller is its default, and likewise Params.
    const access = definition.access ?? ((common.access ?? 'admin') as Caller);
    const params = definition.params ?? (findUsualParams(path) as Params);
    return { method, path, tag, ...common, ...definition, params, access };
  };
}

function findUsualParams(path: string): Schema | undefined {
  const [name, ...others] = Array.from(path.matchAll(/\{(\w+)\}/g), ([, found]) => found);
  return others.length > 0 || (name !== 'id' && name !== 'username')
    ? undefined
    : usualParams[name];
}
