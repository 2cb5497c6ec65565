import { setTimeout as wait } from 'node:timers/promises';

import type { Deps } from '#server/deps.ts';
import { messageOf } from '#server/lib/describe-error.ts';

import { findLimit, setLimit } from './messages.db.ts';

export type DiscordRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the address of the API, beginning with a slash. */
  path: string;
  /** Requests that share a rate limit: a webhook's id, or `bot`. */
  bucket: string;
  body?: object | URLSearchParams;
  headers?: Record<string, string>;
};

/**
 * - `refused`: Discord answered, and nothing was done.
 * - `limited`: try again after so many seconds. Nothing was done.
 * - `unavailable`: Discord was not reached, or has trouble.
 * - `unknown`: the request was sent, but the answer was lost.
 */
export type DiscordAnswer =
  | { kind: 'ok'; json: unknown }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'limited'; seconds: number; reason: string }
  | { kind: 'unavailable' | 'unknown'; reason: string };

type ApiDeps = Pick<Deps, 'db' | 'config'>;

const timeoutMs = 10_000;
/** Longer pauses are left to the next run of the job. */
const longestPauseSeconds = 5;

/** The only function that sends requests to Discord. All replicas share the limits that Discord announces. */
export async function askDiscord(deps: ApiDeps, request: DiscordRequest): Promise<DiscordAnswer> {
  const seconds = await findLimit(deps.db, request.bucket);
  if (seconds > longestPauseSeconds) return toLimited(seconds);
  if (seconds > 0) await wait(seconds * 1000);
  const answer = await send(deps, request);
  if (!(answer instanceof Response)) return answer;
  const json: unknown = await answer.json().catch(() => undefined);
  if (answer.status === 429) return recordExcess(deps, request, { answer, json });
  if (answer.headers.get('x-ratelimit-remaining') === '0') {
    await setLimit(deps.db, request.bucket, secondsIn(answer, 'x-ratelimit-reset-after'));
  }
  if (answer.ok) return { kind: 'ok', json };
  const reason = `Discord answered ${answer.status}${describe(json)}.`;
  if (answer.status >= 500) return { kind: 'unavailable', reason };
  return { kind: 'refused', status: answer.status, reason };
}

async function send(
  { config }: Pick<Deps, 'config'>,
  { method, path, body, headers }: DiscordRequest,
): Promise<Response | DiscordAnswer> {
  const isForm = body instanceof URLSearchParams;
  try {
    return await fetch(`${config.discordApi}${path}`, {
      method,
      headers: {
        // Discord requires this form.
        'user-agent': `DiscordBot (${config.siteUrl}, 1)`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    // The path has the token of the webhook; these messages do not repeat it.
    const reason = `Discord could not be reached: ${messageOf(cause)}`;
    return { kind: isBeforeSending(cause) ? 'unavailable' : 'unknown', reason };
  }
}

const codesBeforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS)/;

/** Whether the connection was never made, so that Discord cannot have got the request. */
function isBeforeSending(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isBeforeSending);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return codesBeforeSending.test(code);
}

async function recordExcess(
  { db }: ApiDeps,
  { bucket }: DiscordRequest,
  { answer, json }: { answer: Response; json: unknown },
): Promise<DiscordAnswer> {
  const told = json as { retry_after?: unknown; global?: unknown } | undefined;
  const retryAfter = Number(told?.retry_after);
  const seconds = retryAfter > 0 ? retryAfter : secondsIn(answer, 'retry-after');
  const isGlobal = told?.global === true || answer.headers.has('x-ratelimit-global');
  await setLimit(db, isGlobal ? 'global' : bucket, seconds);
  return toLimited(seconds);
}

function toLimited(seconds: number): DiscordAnswer {
  const reason = `Discord asks to wait. Try again in ${Math.ceil(seconds)} seconds.`;
  return { kind: 'limited', seconds, reason };
}

function secondsIn(answer: Response, header: string): number {
  const seconds = Number(answer.headers.get(header));
  return seconds > 0 ? Math.min(seconds, 86_400) : 1;
}

function describe(json: unknown): string {
  const message = (json as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
}
