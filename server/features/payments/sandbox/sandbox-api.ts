import type { Db } from '#server/db/schema.ts';

import {
  describeDispute,
  describePayment,
  describeRefund,
  describeCheckoutSession,
} from './sandbox-objects.ts';
import {
  createRefund,
  createCheckoutSession,
  expireCheckoutSession,
  SandboxError,
  missing,
} from './sandbox-orders.ts';
import { findDisputes, findSandboxEvents, findRefunds, findCheckoutSession } from './sandbox.db.ts';

// The part of the Stripe API that the site uses, backed by the sandbox's tables.

type Call = {
  db: Db;
  id: string;
  form: URLSearchParams;
  idempotencyKey: string | undefined;
};

const routes: [method: string, path: RegExp, answer: (call: Call) => Promise<unknown>][] = [
  ['POST', /^\/v1\/checkout\/sessions$/, createCheckoutSession],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, getCheckoutSession],
  ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, expireCheckoutSession],
  ['GET', /^\/v1\/payment_intents\/([^/]+)$/, getPayment],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  ['GET', /^\/v1\/disputes$/, listDisputes],
  ['GET', /^\/v1\/events$/, listEvents],
];

export function createSandboxFetch(db: Db): typeof fetch {
  return async function sandboxFetch(input, init) {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? 'GET';
    for (const [routeMethod, path, answer] of routes) {
      const match = method === routeMethod && path.exec(pathname);
      if (!match) continue;
      const form = method === 'GET' ? searchParams : new URLSearchParams(readBody(init?.body));
      const idempotencyKey = new Headers(init?.headers).get('idempotency-key') ?? undefined;
      return respond(answer({ db, id: decodeURIComponent(match[1] ?? ''), form, idempotencyKey }));
    }
    return respond(
      Promise.reject(new SandboxError(404, `The sandbox has no ${method} ${pathname}.`)),
    );
  };
}

async function respond(answer: Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await answer);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { status, message, code, type } = error;
    return Response.json({ error: { type, code, message } }, { status });
  }
}

/** The SDK passes the body as a string. */
function readBody(body: unknown): string {
  return typeof body === 'string' ? body : '';
}

async function getCheckoutSession({ db, id }: Call) {
  const session = await findCheckoutSession(db, 'id', id);
  if (!session) throw missing('checkout session', id);
  return describeCheckoutSession(session);
}

async function getPayment({ db, id }: Call) {
  const session = await findCheckoutSession(db, 'payment_id', id);
  if (!session) throw missing('payment_intent', id);
  return describePayment(session);
}

async function listRefunds({ db, form }: Call) {
  const refunds = await findRefunds(db, form.get('payment_intent') ?? '');
  return listOf(refunds.map(describeRefund), '/v1/refunds');
}

async function listDisputes({ db, form }: Call) {
  const disputes = await findDisputes(db, form.get('payment_intent') ?? '');
  return listOf(disputes.map(describeDispute), '/v1/disputes');
}

/** All on one page: the SDK then asks for no other. */
async function listEvents({ db, form }: Call) {
  const since = form.get('created[gte]');
  const found = await findSandboxEvents(db, {
    types: [...form].filter(([name]) => name.startsWith('types[')).map(([, value]) => value),
    since: since === null ? undefined : new Date(Number(since) * 1000),
  });
  return listOf(
    found.map(({ body }) => body),
    '/v1/events',
  );
}

function listOf(data: unknown[], url: string) {
  return { object: 'list', data, has_more: false, url };
}
