import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';

import { emit } from './sandbox-checkout.ts';
import { describeRefund, describeCheckoutSession, newId } from './sandbox-objects.ts';
import * as queries from './sandbox.db.ts';
import type { CheckoutSessionRow } from './sandbox.db.ts';

/** The API calls that create something. */
type Request = { db: Db; form: URLSearchParams; idempotencyKey: string | undefined };

const refundFails = '4000000000005126';
const refundFailsAfterMilliseconds = 2000;

/** Becomes the API's error response. */
export class SandboxError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;

  constructor(status: number, message: string, options: { type?: string; code?: string } = {}) {
    super(message);
    this.status = status;
    this.type = options.type ?? 'invalid_request_error';
    this.code = options.code;
  }
}

export function missing(what: string, id: string): SandboxError {
  return new SandboxError(404, `No such ${what}: '${id}'`, { code: 'resource_missing' });
}

export async function createCheckoutSession({ db, form, idempotencyKey }: Request) {
  const request = form.toString();
  return transaction(db, async (trx) => {
    const created = await queries.insertCheckoutSession(trx, {
      id: newId('cs_test'),
      amount: readAmount(form, 'line_items[0][price_data][unit_amount]'),
      currency: readText(form, 'line_items[0][price_data][currency]'),
      product: readText(form, 'line_items[0][price_data][product_data][name]'),
      reference: form.get('client_reference_id'),
      metadata: JSON.stringify(readMap(form, 'metadata')),
      payment_metadata: JSON.stringify(readMap(form, 'payment_intent_data[metadata]')),
      success_url: readText(form, 'success_url'),
      cancel_url: readText(form, 'cancel_url'),
      expires_at: readExpiry(form),
      idempotency_key: idempotencyKey ?? null,
      request,
    });
    if (created) return describeCheckoutSession(created);
    const earlier = await queries.findCheckoutSession(trx, 'idempotency_key', idempotencyKey ?? '');
    return describeCheckoutSession(requireSameRequest(earlier, request));
  });
}

/** Refused unless the session is open. */
export async function expireCheckoutSession({ db, id }: { db: Db; id: string }) {
  return transaction(db, async (trx) => {
    const session = await queries.lockCheckoutSession(trx, 'id', id);
    if (!session) throw missing('checkout session', id);
    if (session.status !== 'open') {
      const text = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`;
      throw new SandboxError(400, text);
    }
    const row = await queries.updateCheckoutSession(trx, id, { status: 'expired' });
    const expired = describeCheckoutSession(row);
    await emit(trx, 'checkout.session.expired', expired);
    return expired;
  });
}

export async function createRefund({ db, form, idempotencyKey }: Request) {
  const request = form.toString();
  const paymentId = readText(form, 'payment_intent');
  return transaction(db, async (trx) => {
    const session = await queries.lockCheckoutSession(trx, 'payment_id', paymentId);
    if (!session) throw missing('payment_intent', paymentId);
    const earlier = idempotencyKey && (await queries.findRefundByKey(trx, idempotencyKey));
    if (earlier) return describeRefund(requireSameRequest(earlier, request));
    const left = session.amount - (await countLost(trx, session));
    const amount = form.has('amount') ? readAmount(form, 'amount') : left;
    if (left <= 0) {
      const text = 'The payment has already been refunded or is disputed.';
      throw new SandboxError(400, text, { code: 'charge_already_refunded' });
    }
    if (amount > left) {
      throw new SandboxError(
        400,
        `Refund amount (${amount}) is greater than unrefunded (${left}).`,
      );
    }
    const willFail = session.card === refundFails;
    const refund = await queries.insertRefund(trx, {
      id: newId('re'),
      payment_id: paymentId,
      amount,
      currency: session.currency,
      status: willFail ? 'pending' : 'succeeded',
      fails_at: willFail ? new Date(Date.now() + refundFailsAfterMilliseconds) : null,
      metadata: JSON.stringify(readMap(form, 'metadata')),
      idempotency_key: idempotencyKey ?? null,
      request,
    });
    await emit(trx, 'refund.created', describeRefund(refund));
    return describeRefund(refund);
  });
}

async function countLost(trx: Db, { payment_id: id }: CheckoutSessionRow): Promise<number> {
  const refunds = await queries.findRefunds(trx, id ?? '');
  const disputes = await queries.findDisputes(trx, id ?? '');
  return [
    ...refunds.filter(({ status }) => status !== 'failed'),
    ...disputes.filter(({ status }) => status !== 'won'),
  ].reduce((sum, { amount }) => sum + amount, 0);
}

function requireSameRequest<T extends { request: string }>(
  earlier: T | undefined,
  request: string,
): T {
  if (earlier?.request === request) return earlier;
  throw new SandboxError(
    400,
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    { type: 'idempotency_error' },
  );
}

function readText(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value) return value;
  throw new SandboxError(400, `Missing required param: ${name}.`, { code: 'parameter_missing' });
}

function readAmount(form: URLSearchParams, name: string): number {
  const text = readText(form, name);
  if (/^\d{1,8}$/.test(text) && Number(text) > 0) return Number(text);
  throw new SandboxError(400, `Invalid integer: ${text}`, { code: 'parameter_invalid_integer' });
}

function readExpiry(form: URLSearchParams): Date {
  const seconds = readSeconds(readText(form, 'expires_at'));
  const ahead = seconds - Date.now() / 1000;
  // Stripe wants at least 30 minutes; any future time is accepted here, because of retries.
  if (ahead > 0 && ahead <= 86_400) return new Date(seconds * 1000);
  throw new SandboxError(400, 'The expires_at timestamp must be within the next 24 hours.');
}

function readSeconds(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : 0;
}

function readMap(form: URLSearchParams, name: string): Record<string, string> {
  const entries = [...form]
    .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
    .map(([key, value]) => [key.slice(name.length + 1, -1), value] as const);
  return Object.fromEntries(entries);
}
