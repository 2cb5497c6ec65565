import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { withTimeLimit } from '#shared-node/with-time-limit.ts';
import { buildUrl } from '#shared/build-url.ts';
import type { UrlParts } from '#shared/build-url.ts';
import type { Answer, CallInput, Endpoint } from '#shared/endpoint.ts';

import type { Log } from './log.ts';

type Parts = UrlParts & { body?: unknown };

export type CallOptions = {
  /** Maximum number of tries if the website cannot be reached. No limit by default. */
  attempts?: number;
  /** Limit for each attempt. */
  timeoutMs?: number;
  /** Limit for all attempts together. */
  deadlineMs?: number;
  /** Calls with the same key take effect once. By default each call gets a new key. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
};

export type Bridge = {
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<Answer<E>>;
  /** Aborts all calls and the pauses between attempts. */
  signal: AbortSignal;
};

/** The website rejected the call. Retrying would not help. */
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

/** The website did not answer, or asked to retry later. */
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

const minPauseMs = 250;
const maxPauseMs = 15_000;
const defaultTimeoutMs = 15_000;

export function createBridge(bridge: Options): Bridge {
  const { signal, log } = bridge;
  let isReachable = true;

  function noteReachable(now: boolean, cause?: unknown): void {
    if (now === isReachable) return;
    isReachable = now;
    if (now) log.info('The website is reachable again.');
    else log.warn('The website cannot be reached; retrying.', cause);
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: CallOptions = {},
  ): Promise<Answer<E>> {
    const { attempts = Infinity, deadlineMs = Infinity } = options;
    const request = buildRequest(bridge, endpoint, { ...(input as Parts), ...options });
    const end = Date.now() + deadlineMs;
    for (let attempt = 1; ; attempt++) {
      try {
        const left = Math.max(1, end - Date.now());
        const timeoutMs = Math.min(options.timeoutMs ?? defaultTimeoutMs, left);
        const answer = await withTimeLimit({ ms: timeoutMs, signals: [signal] }, (limit) =>
          send(request, limit),
        );
        noteReachable(true);
        // The website serializes its answers with the same schema.
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

function buildRequest(
  { url, token, userAgent }: Options,
  endpoint: Endpoint,
  { body, idempotencyKey = randomUUID(), headers, ...inUrl }: Parts & CallOptions,
) {
  const isPost = endpoint.method === 'POST';
  return {
    url: url.replace(/\/+$/, '') + buildUrl(endpoint.path, inUrl),
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(userAgent && { 'user-agent': userAgent }),
      ...(isPost && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
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

/** Exponential backoff with jitter, so that many callers do not retry at the same time. */
function pauseAfter(error: unknown, attempt: number): number {
  const pause = Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(attempt - 1, 10));
  const asked = error instanceof BridgeUnavailable ? error.retryAfterMs : undefined;
  return Math.max(asked ?? 0, pause / 2 + (Math.random() * pause) / 2);
}
