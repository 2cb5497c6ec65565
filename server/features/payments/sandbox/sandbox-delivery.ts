import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import { withTimeLimit } from '#shared-node/with-time-limit.ts';
import { webhookPath } from '#shared/endpoints/payments.ts';

import { processDueChanges, onSandboxEvent } from './sandbox-checkout.ts';
import { claimSandboxEvent, findNextDue, updateSandboxEvent } from './sandbox.db.ts';

/** Signed, over HTTP and retried for three days until the answer is 2xx, like Stripe's. */
type DeliveryDeps = Pick<Deps, 'db' | 'payments' | 'onProblem'>;

/** Returns the HTTP status. */
export type Send = (body: string, signature: string) => Promise<number>;

const maxPause = 60_000;

export async function deliverEvents({ db, payments }: DeliveryDeps, send: Send): Promise<void> {
  await processDueChanges(db);
  for (;;) {
    const event = await claimSandboxEvent(db);
    if (!event) return;
    const stripe = await payments.stripe();
    const [secret = ''] = await payments.webhookSecrets();
    const payload = JSON.stringify(event.body);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const problem = await send(payload, signature).then(
      (status) => (status >= 200 && status < 300 ? undefined : `status ${status}`),
      String,
    );
    const result =
      problem === undefined
        ? { next_attempt_at: null, last_error: null }
        : { last_error: problem.slice(0, 300) };
    await updateSandboxEvent(db, event.id, result);
  }
}

/** Runs only while the app listens, because it needs the app's address. */
export function startDelivery(app: FastifyInstance, deps: DeliveryDeps): void {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let currentRun: Promise<void> | undefined;
  let isRequested = false;

  const send: Send = async (body, signature) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
    };
    return withTimeLimit({ ms: 10_000, signals: [closing.signal] }, async (signal) => {
      const url = `${ownAddress(app)}${webhookPath}`;
      const answer = await fetch(url, { method: 'POST', headers, body, signal });
      await answer.arrayBuffer();
      return answer.status;
    });
  };

  function wake(): void {
    isRequested = true;
    clearTimeout(timer);
    currentRun ??= run().finally(() => {
      currentRun = undefined;
    });
  }

  async function run(): Promise<void> {
    // If wake() is called during a run, run once more before sleeping.
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      await deliverEvents(deps, send).catch((error: unknown) => {
        if (!closing.signal.aborted)
          deps.onProblem('The sandbox could not deliver its events.', error);
      });
    }
    if (closing.signal.aborted) return;
    const pause = await findNextDue(deps.db).catch(() => maxPause);
    if (closing.signal.aborted) return;
    timer = setTimeout(wake, Math.min(maxPause, Math.max(50, pause ?? maxPause)));
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
    await currentRun;
  });
}

function ownAddress(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The app has no port.');
  const host = address.address === '0.0.0.0' ? '127.0.0.1' : address.address.replace(/^::$/, '::1');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
