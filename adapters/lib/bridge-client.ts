import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type * as z from 'zod/mini';

import type { Answer, Endpoint, Schema } from '#shared/endpoint.ts';

import type { Log } from './log.ts';

type Given<Name extends string, Part> = [NonNullable<Part>] extends [never]
  ? unknown
  : { [K in Name]: z.input<NonNullable<Part> & Schema> };

export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>;

type Parts = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
};

export type CallOptions = {
  /** How often to try when the website cannot be reached; by default until it answers. */
  attempts?: number;
  /** For one attempt. */
  timeoutMs?: number;
  /** For all attempts together. */
  deadlineMs?: number;
  /** Repeated calls with the same key have one effect; by default each call has its own. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

export type Bridge = {
  call<E extends Endpoint>(
    contract: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<Answer<E>>;
  /** Ends all calls and the waiting between them. */
  signal: AbortSignal;
};

/** The website understood and said no: repeating the call would not help. */
export class BridgeRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'BridgeRefusal';
    this.status = status;
    this.code = code;
  }
}

/** The website did not answer, or asked to come back later. */
class BridgeUnavailable extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'BridgeUnavailable';
    this.retryAfterMs = retryAfterMs;
  }
}

type Options = {
  url: string;
  token: string;
  signal: AbortSignal;
  log: Log;
  userAgent?: string | undefined;
};

const firstPauseMs = 250;
const longestPauseMs = 15_000;
const usualTimeoutMs = 15_000;

export function createBridge({ url, token, signal, log, userAgent }: Options): Bridge {
  const origin = url.replace(/\/+$/, '');
  let isReachable = true;

  function noteReachable(now: boolean, cause?: unknown): void {
    if (now === isReachable) return;
    isReachable = now;
    if (now) log.info('The website answers again.');
    else log.warn('The website cannot be reached; trying again.', cause);
  }

  async function call<E extends Endpoint>(
    contract: E,
    input: CallInput<E>,
    options: CallOptions = {},
  ): Promise<Answer<E>> {
    const { attempts = Infinity, deadlineMs = Infinity } = options;
    const request = buildRequest({
      contract,
      parts: input as Parts,
      origin,
      token,
      userAgent,
      options,
    });
    const end = Date.now() + deadlineMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const left = Math.max(1, end - Date.now());
        const timeoutMs = Math.min(options.timeoutMs ?? usualTimeoutMs, left);
        const answer = await send(
          request,
          AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        );
        noteReachable(true);
        // The website's allow-list has already shaped the answer by the same contract.
        return answer as Answer<E>;
      } catch (error) {
        if (signal.aborted) throw error;
        noteReachable(error instanceof BridgeRefusal, error);
        const pause = pauseAfter(error, attempt);
        const isLast = attempt >= attempts || Date.now() + pause >= end;
        if (error instanceof BridgeRefusal || isLast) throw error;
        await wait(pause, undefined, { signal });
      }
    }
  }
  return { call, signal };
}

type Building = {
  contract: Endpoint;
  parts: Parts;
  origin: string;
  token: string;
  userAgent: string | undefined;
  options: CallOptions;
};

function buildRequest({ contract, parts, origin, token, userAgent, options }: Building) {
  const { params, query, body } = parts;
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const isPost = contract.method === 'POST';
  return {
    url: search.size > 0 ? `${origin}${path}?${search}` : `${origin}${path}`,
    method: contract.method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(userAgent && { 'user-agent': userAgent }),
      ...(isPost && { 'idempotency-key': options.idempotencyKey ?? randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

async function send(
  { url, ...init }: ReturnType<typeof buildRequest>,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, { ...init, signal, redirect: 'error' });
  if (response.status === 204 || response.status === 304) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body;
  if (response.ok) throw new BridgeUnavailable('the answer was cut off');
  const { error, code } = (body ?? {}) as { error?: string; code?: string };
  const text = error ?? `answer ${response.status}`;
  if (response.status >= 500 || [408, 425, 429].includes(response.status)) {
    throw new BridgeUnavailable(text, readRetryAfter(response));
  }
  throw new BridgeRefusal(response.status, code ?? '', text);
}

function readRetryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return seconds > 0 && seconds <= 3600 ? seconds * 1000 : undefined;
}

/** Doubling, with a random part, so that many callers do not come back at the same moment. */
function pauseAfter(error: unknown, attempt: number): number {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempt - 1, 10));
  const asked = error instanceof BridgeUnavailable ? error.retryAfterMs : undefined;
  return Math.max(asked ?? 0, pause / 2 + (Math.random() * pause) / 2);
}
