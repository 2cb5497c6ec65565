// A fake server for component tests. It answers by a table of routes with the types of the contract in
// shared/. A request that the table does not list fails the test (setup-dom.ts).
import type { Route, RouteAnswer } from '#shared/api.ts';
import { statusOf } from '#shared/error-codes.ts';
import type { ErrorCode } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';
import type { ErrorBody, FieldErrors } from '#shared/errors.ts';

export type SentRequest = {
  route: Route;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** The idempotency key. */
  key: string | undefined;
};

type Failure = { [failure]: true; status?: number; body?: unknown };
type Outcome<R extends Route> = RouteAnswer<R> | Failure;
type Answer<R extends Route> =
  | Outcome<R>
  | ((request: SentRequest) => Outcome<R> | Promise<Outcome<R>>);

export type Answers = { [R in Route]?: Answer<R> };

const failure = Symbol('failure');

let answers: Answers = {};
let sent: SentRequest[] = [];
let unexpected: string[] = [];

/** Adds answers, or replaces those given before in this test. A function is called for every request. */
export function answer(more: Answers): void {
  Object.assign(answers, more);
}

/** The requests so far, oldest first. */
export function requests(route: Route): SentRequest[] {
  return sent.filter((request) => request.route === route);
}

/** An error answer of our server, with the status that belongs to the code. */
export function refuse(code: ErrorCode, error: string, fields?: FieldErrors): Failure {
  const body: ErrorBody = { error, code, requestId: 'request-1', ...(fields && { fields }) };
  return { [failure]: true, status: statusOf(new AppError(code, error)), body };
}

/** An error answer that is not our server's, e.g. from a proxy in front of it. */
export function refuseAsProxy(status: number): Failure {
  return { [failure]: true, status };
}

/** An error answer of the identity provider. */
export function refuseAsProvider(message: string): Failure {
  return { [failure]: true, status: 400, body: { error: { code: 400, message } } };
}

/** The request gets no answer: `fetch` fails. */
export const noConnection: Failure = { [failure]: true };

/** Answers one after the other. One more request than answers fails the test. */
export function inTurn<T extends unknown[]>(
  ...outcomes: T
): (request: SentRequest) => T[number] | Failure {
  const left = [...outcomes];
  return ({ route }) => {
    if (left.length === 0) {
      unexpected.push(`${route}, more often than inTurn has answers`);
      return noConnection;
    }
    return left.shift();
  };
}

/** An answer that the test gives later: `answer({ 'GET /api/x': held.answer })`, then `held.give(…)`. */
export function hold<R extends Route>() {
  let give: (outcome: Outcome<R>) => void = () => {};
  const promise = new Promise<Outcome<R>>((resolve) => {
    give = resolve;
  });
  return { answer: () => promise, give: (outcome: Outcome<R>) => give(outcome) };
}

/** For `globalThis.fetch`. */
export async function fakeFetch(url: string, init: RequestInit = {}) {
  const outcome = await abortable(findOutcome(url, init), init.signal ?? undefined);
  if (!isFailure(outcome)) {
    if (outcome === undefined) return new Response(null, { status: 204 });
    return Response.json(outcome);
  }
  if (outcome.status === undefined) throw new TypeError('Failed to fetch');
  if (outcome.body === undefined) return new Response('<h1>Error</h1>', { status: outcome.status });
  return Response.json(outcome.body, { status: outcome.status });
}

async function findOutcome(url: string, init: RequestInit): Promise<unknown> {
  const { pathname, searchParams } = new URL(url, location.origin);
  const found = findRoute(init.method ?? 'GET', pathname);
  if (!found) {
    unexpected.push(`${init.method ?? 'GET'} ${url}`);
    return noConnection;
  }
  const request = {
    ...found,
    query: Object.fromEntries(searchParams),
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    key: new Headers(init.headers).get('idempotency-key') ?? undefined,
  };
  sent.push(request);
  const given: unknown = answers[found.route];
  return typeof given === 'function'
    ? await (given as (r: SentRequest) => unknown)(request)
    : given;
}

/** Called after every test. Forgets everything and returns the requests that no answer was given for. */
export function resetFakeFetch(): string[] {
  const found = unexpected;
  answers = {};
  sent = [];
  unexpected = [];
  return found;
}

function isFailure(outcome: unknown): outcome is Failure {
  return typeof outcome === 'object' && outcome !== null && failure in outcome;
}

const patterns = new Map<string, { wanted: string; path: RegExp }>();

function findRoute(method: string, path: string) {
  // Without parameters first: `/polls/open` is not the poll with the id `open`.
  const routes = (Object.keys(answers) as Route[]).toSorted(
    (a, b) => Number(a.includes('{')) - Number(b.includes('{')),
  );
  for (const route of routes) {
    const pattern = patterns.get(route) ?? compile(route);
    const match = pattern.wanted === method && pattern.path.exec(path);
    if (!match) continue;
    const params = Object.entries(match.groups ?? {});
    return {
      route,
      params: Object.fromEntries(params.map(([name, value]) => [name, decodeURIComponent(value)])),
    };
  }
  return undefined;
}

function compile(route: string) {
  const [wanted = '', path = ''] = route.split(' ');
  const source = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const pattern = { wanted, path: new RegExp(`^${source}$`) };
  patterns.set(route, pattern);
  return pattern;
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('This operation was aborted', 'AbortError'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject);
  });
}
