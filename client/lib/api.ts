import type { Route, RouteAnswer, RouteInput } from '#shared/api.ts';
import { buildUrl } from '#shared/build-url.ts';
import type { UrlParts } from '#shared/build-url.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorBody } from '#shared/errors.ts';

import { withFreshSignIn } from './fresh-sign-in.ts';

type Parts = UrlParts & { body?: unknown };

type CallOptions = {
  signal?: AbortSignal;
  /** Idempotency key: the server carries out repeated calls with the same key only once. */
  key?: string;
};

/** The only place that calls the server, besides client/lib/upload.ts. Throws AppErrors with the server's text. */
export function call<R extends Route>(
  route: R,
  input: RouteInput<R>,
  options: CallOptions = {},
): Promise<RouteAnswer<R>> {
  const isChange = /^(?!GET)\w+ \/api/.test(route);
  return withFreshSignIn(() => sendCall(route, input, options), isChange);
}

async function sendCall<R extends Route>(
  route: R,
  input: RouteInput<R>,
  { key, ...options }: CallOptions,
): Promise<RouteAnswer<R>> {
  const { body, ...parts } = input as Parts;
  const { method, path } = splitRoute(route);
  const response = await send(buildUrl(path, parts), {
    method,
    credentials: 'same-origin',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...options,
  });
  if (!response.ok) throw await readRefusal(response);
  // The cast is safe: the server serializes the response with this endpoint's schema.
  return (response.status === 204 ? undefined : await response.json()) as RouteAnswer<R>;
}

export function splitRoute(route: Route): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, path };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachable(error);
  }
}

export function unreachable(cause?: unknown): AppError {
  const text = 'The server cannot be reached. Check your connection and try again.';
  return new AppError('server/unavailable', text, { cause, status: 503 });
}

async function readRefusal(response: Response): Promise<AppError> {
  return toRefusal(await response.json().catch(() => undefined), response.status);
}

export function toRefusal(response: unknown, status: number): AppError {
  const body = response as ErrorBody | null | undefined;
  if (!body?.code) return toProxyRefusal(status);
  const { error, code, fields, requestId } = body;
  return new AppError(code, error, { ...(fields && { fields }), status, requestId });
}

/** An error response without our JSON comes from a proxy in front of the site. */
function toProxyRefusal(status: number): AppError {
  if (status === 413) {
    const text = 'The file is larger than the server in front of this site accepts.';
    return new AppError('request/too-large', text, { status });
  }
  if (status >= 502 && status <= 504) {
    const text = 'The site does not answer at the moment. Please try again in a minute.';
    return new AppError('server/unavailable', text, { status });
  }
  const text = 'Unexpected answer from the server. Please try again.';
  return new AppError('server/unexpected', text, { status: 500 });
}
