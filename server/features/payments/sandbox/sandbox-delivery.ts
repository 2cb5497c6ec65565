import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { webhookPath } from '#shared/payments.ts';

import { letTimePass, onSandboxEvent } from './sandbox-checkout.ts';
import { claimEvent, failDelivery, findNextDue, finishDelivery } from './sandbox.db.ts';

/**
 * Tells the site what happened in the sandbox, as the provider does: signed, over HTTP, again and
 * again for three days until it is answered with 2xx. What is still to be told is in the database.
 */
type Tools = Pick<Deps, 'db' | 'payments' | 'onProblem'>;

/** Answers the status. */
export type Send = (body: string, signature: string) => Promise<number>;

const longestPause = 60_000;

export async function deliverEvents({ db, payments }: Tools, send: Send): Promise<void> {
  await letTimePass(db);
  for (;;) {
    const event = await claimEvent(db);
    if (!event) return;
    const stripe = await payments.stripe();
    const [secret = ''] = await payments.webhookSecrets();
    const payload = JSON.stringify(event.body);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const problem = await send(payload, signature).then(
      (status) => (status >= 200 && status < 300 ? undefined : `status ${status}`),
      String,
    );
    await (problem === undefined
      ? finishDelivery(db, event.id)
      : failDelivery(db, event.id, problem));
  }
}

/** Runs while the app listens; an app that does not has no address to be told at. */
export function startDeliveryWith(app: FastifyInstance, deps: Tools): void {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> | undefined;
  let isWanted = false;

  const send: Send = async (body, signature) => {
    const answer = await fetch(`${ownAddress(app)}${webhookPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(10_000)]),
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  function wake(): void {
    isWanted = true;
    clearTimeout(timer);
    turn ??= run().finally(() => {
      turn = undefined;
    });
  }

  async function run(): Promise<void> {
    // A wish that comes while it works is worked off before it rests.
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      await deliverEvents(deps, send).catch((error: unknown) => {
        if (!closing.signal.aborted)
          deps.onProblem('The sandbox could not tell its events.', error);
      });
    }
    if (closing.signal.aborted) return;
    const pause = await findNextDue(deps.db).catch(() => longestPause);
    if (closing.signal.aborted) return;
    timer = setTimeout(wake, Math.min(longestPause, Math.max(50, pause ?? longestPause)));
  }

  let stopListening: (() => void) | undefined;
  app.addHook('onListen', async () => {
    stopListening = onSandboxEvent(() => setImmediate(wake));
    wake();
  });
  app.addHook('preClose', async () => {
    closing.abort();
    stopListening?.();
    clearTimeout(timer);
    await turn;
  });
}

function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The app has no port.');
  const host = address.address === '0.0.0.0' ? '127.0.0.1' : address.address.replace(/^::$/, '::1');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
