import type * as z from 'zod/mini';

import type { Answer, Endpoint, Schema } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorBody } from '#shared/errors.ts';

import { withFreshSignIn } from './fresh-sign-in.ts';

type Given<Name extends string, Part> = [NonNullable<Part>] extends [never]
  ? unknown
  : { [K in Name]: z.input<NonNullable<Part> & Schema> };

export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>;

type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

type CallOptions = {
  signal?: AbortSignal;
  /** Idempotency key: the server carries out repeated calls with the same key only once. */
  key?: string;
};

/**
 * The only place that calls the server, besides client/lib/upload.ts. Errors are thrown as AppError
 * with the server's text.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  return withFreshSignIn(() => sendCall(endpoint, input, options));
}

async function sendCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { key, ...options }: CallOptions,
): Promise<Answer<E>> {
  const { params, query, body } = input as Parts;
  const response = await send(buildUrl(endpoint.path, params, query), {
    method: endpoint.method,
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
  return (endpoint.response ? await response.json() : undefined) as Answer<E>;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable(error);
  }
}

export function unreachable(cause?: unknown): AppError {
  const text = 'The server cannot be reached. Check your connection and try again.';
  return new AppError('server/unavailable', text, { cause });
}

function buildUrl(path: string, params: Parts['params'], query: Parts['query']): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function readRefusal(response: Response): Promise<AppError> {
  return toRefusal(await response.json().catch(() => undefined), response.status);
}

/** Exported for client/lib/upload.ts. */
export function toRefusal(response: unknown, status: number): AppError {
  const body = response as ErrorBody | null | undefined;
  if (!body?.code) return toProxyRefusal(status);
  const { error, code, fields, requestId } = body;
  return new AppError(code, error, { ...(fields && { fields }), requestId });
}

/** An error response without our JSON comes from a proxy in front of the site. */
function toProxyRefusal(status: number): AppError {
  if (status === 413) {
    const text = 'The file is larger than the server in front of this site accepts.';
    return new AppError('request/too-large', text);
  }
  if (status === 502 || status === 503) {
    const text = 'The site is not running at the moment. Please try again in a minute.';
    return new AppError('server/unavailable', text);
  }
  if (status === 504) {
    const text = 'The site took too long to answer. Please try again in a minute.';
    return new AppError('server/unavailable', text);
  }
  const text = 'Unexpected answer from the server. Please try again.';
  return new AppError('server/unexpected', text);
}
