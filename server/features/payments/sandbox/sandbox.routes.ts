import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FastifyInstance, FastifyReply } from 'fastify';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { getBrand } from '#server/features/appearance/brand.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import * as endpoints from '#shared/endpoints/payments.ts';
import { AppError } from '#shared/errors.ts';

import { getManagedOrder } from '../orders.service.ts';
import { closeDispute, openDispute, payCheckout } from './sandbox-checkout.ts';
import { startDelivery } from './sandbox-delivery.ts';
import { renderCheckout, renderNote, stylePath } from './sandbox-page.ts';
import type { PageFrame } from './sandbox-page.ts';
import { sandboxStyle } from './sandbox-style.ts';
import { findCheckoutSession, lockCheckoutSession } from './sandbox.db.ts';
import type { CheckoutSessionRow } from './sandbox.db.ts';

/** These pages give coins for free, so they are registered only in sandbox mode. */
export async function registerSandboxRoutes({
  app,
  on,
  deps,
}: Pick<FeatureContext, 'app' | 'on' | 'deps'>): Promise<void> {
  const styles = await findSiteStyles(deps.clientFolder);
  const readFrame = async (): Promise<PageFrame> => {
    const { name, theme } = await getBrand(deps);
    return { siteName: name, styles: theme ? [...styles, theme] : styles };
  };
  app.get(stylePath, hidden, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(sandboxStyle),
  );
  await app.register(async (scope) => registerCheckout(scope, deps, readFrame));
  on(endpoints.disputeSandboxOrder, ({ actor, params, body }) =>
    disputeSandboxOrder(deps, actor, { orderId: params.id, ...body }),
  );
  startDelivery(app, deps);
}

const hidden = { schema: { hide: true } } as const;
type Params = { id: string };

function registerCheckout(
  scope: FastifyInstance,
  { db }: Deps,
  readFrame: () => Promise<PageFrame>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );

  scope.get<{ Params: Params }>('/sandbox/checkout/:id', hidden, async ({ params }, reply) => {
    const frame = await readFrame();
    const session = await findCheckoutSession(db, 'id', params.id);
    const isOpen = session?.status === 'open' && session.expires_at.getTime() > Date.now();
    if (session && isOpen) return sendPage(reply, 200, renderCheckout(frame, session));
    return sendClosed(reply, frame, session);
  });

  scope.post<{ Params: Params }>('/sandbox/checkout/:id', hidden, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const number = (form.get('card') ?? form.get('number') ?? '').slice(0, 30);
    const { id } = request.params;
    const frame = await readFrame();
    const result = await payCheckout(db, id, number);
    if (result.kind === 'paid') return reply.redirect(successUrl(result.session), 303);
    const session = await findCheckoutSession(db, 'id', id);
    if (result.kind === 'closed' || !session) return sendClosed(reply, frame, session);
    const attempt = { number, problem: result.message };
    return sendPage(reply, 200, renderCheckout(frame, session, attempt));
  });
}

function sendClosed(
  reply: FastifyReply,
  frame: PageFrame,
  session: CheckoutSessionRow | undefined,
) {
  const label = `Return to ${frame.siteName}`;
  if (session?.status === 'complete') {
    const note = { title: 'Already paid', text: 'This checkout has been completed.' };
    const link = { label, url: successUrl(session) };
    return sendPage(reply, 200, renderNote(frame, { ...note, link }));
  }
  const url = session?.cancel_url ?? '/shop';
  const text = 'This checkout has expired or does not exist. Nothing was charged.';
  const note = { title: 'Checkout closed', text, link: { label, url } };
  return sendPage(reply, session ? 410 : 404, renderNote(frame, note));
}

function successUrl({ id, success_url: url }: CheckoutSessionRow): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

function sendPage(reply: FastifyReply, status: number, html: string) {
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

async function disputeSandboxOrder(
  { db }: Deps,
  actor: Actor,
  { orderId, outcome }: { orderId: string; outcome: 'opened' | 'won' | 'lost' },
): Promise<void> {
  const { paymentId } = await getManagedOrder(db, orderId);
  const isDone = await transaction(db, async (trx) => {
    const session = paymentId && (await lockCheckoutSession(trx, 'payment_id', paymentId));
    if (!session || !paymentId) return false;
    if (outcome === 'opened') await openDispute(trx, session);
    else if (!(await closeDispute(trx, paymentId, outcome))) return false;
    const action = 'payments/sandbox-dispute';
    await recordAudit(trx, { actor, action, subject: orderId, after: { outcome } });
    return true;
  });
  if (isDone) return;
  throw new AppError('payments/not-found', 'This order has no payment or open dispute.');
}

/** Reads the hashed style sheet names from the built index.html. */
async function findSiteStyles(clientFolder: string | undefined): Promise<string[]> {
  if (!clientFolder) return [];
  const html = await readFile(join(clientFolder, 'index.html'), 'utf8').catch(() => '');
  return [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
    ([, href]) => href ?? '',
  );
}
