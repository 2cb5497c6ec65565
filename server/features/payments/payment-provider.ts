import type { Kysely } from 'kysely';
import type { Stripe } from 'stripe';

import type { Config } from '#server/config.ts';
import type { Schema } from '#server/db/schema.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { AppError } from '#shared/errors.ts';
import type { PaymentMode } from '#shared/payments.ts';

import { createSandboxFetch } from './sandbox/sandbox-api.ts';
import { getSandboxSecret } from './sandbox/sandbox-secret.ts';

/**
 * Whom money is asked from: always through Stripe's own SDK, which in the sandbox speaks to a stand-in
 * inside this process instead of the network. Its calls read and write the database there, so none may
 * be made while a transaction is open.
 */
export type PaymentProvider = {
  /** Of the payments that are taken or were taken; off: there is no provider to ask. */
  mode: PaymentMode;
  /** False: no new checkouts. What was paid is still credited, refunded and disputed. */
  isSelling: boolean;
  /** Loaded when first needed: most visits and commands never do. */
  stripe(): Promise<Stripe>;
  /** Several while one is being replaced by another. */
  webhookSecrets(): Promise<string[]>;
};

/** What our objects and events look like; the SDK's types follow it. */
const apiVersion = '2026-10-28.endive';

type Tools = { config: Pick<Config, 'payments'>; db: Kysely<Schema> };
type Fetch = typeof fetch;

export function createPaymentProvider({ config, db }: Tools): PaymentProvider {
  const { payments } = config;
  if (payments.kind === 'off') {
    if (payments.stripe) return { ...createStripeProvider(payments.stripe), isSelling: false };
    return { mode: 'off', isSelling: false, stripe: refuse, webhookSecrets: async () => [] };
  }
  if (payments.kind === 'stripe') return createStripeProvider(payments);
  return {
    mode: 'sandbox',
    isSelling: true,
    stripe: once(() => openStripe('sk_test_sandbox', createSandboxFetch(db))),
    webhookSecrets: once(async () => [await getSandboxSecret(db)]),
  };
}

type StripeAccess = { secretKey: string; webhookSecrets: string[]; fetch?: Fetch };

/** Tests give their own transport, to be the provider. A key that moves real money is no place for that. */
export function createStripeProvider({ secretKey, webhookSecrets, fetch }: StripeAccess) {
  const isLive = isLiveKey(secretKey);
  if (isLive && fetch) {
    throw new StartupError('A live Stripe key is refused where the way to Stripe is replaced.');
  }
  return {
    mode: isLive ? 'live' : 'test',
    isSelling: true,
    stripe: once(() => openStripe(secretKey, fetch)),
    webhookSecrets: async () => webhookSecrets,
  } satisfies PaymentProvider;
}

function isLiveKey(secretKey: string): boolean {
  return !/^(sk|rk)_test_/.test(secretKey);
}

async function openStripe(secretKey: string, fetch: Fetch | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secretKey, {
    apiVersion,
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
    ...(fetch && { httpClient: StripeClient.createFetchHttpClient(fetch) }),
  });
}

async function refuse(): Promise<never> {
  throw sellsNothing();
}

export function sellsNothing(): AppError {
  return new AppError('payments/off', 'Wyncoins cannot be bought here at the moment.');
}

/** A failure is not remembered. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
