import type { Stripe } from 'stripe';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/schema.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import type { PaymentMode } from '#shared/endpoints/payments.ts';
import { AppError } from '#shared/errors.ts';

import { createSandboxFetch } from './sandbox/sandbox-api.ts';
import { getSandboxSecret } from './sandbox/sandbox-secret.ts';

/**
 * The payment provider, always called through Stripe's SDK. In sandbox mode the SDK talks to a fake
 * provider inside this process, which uses the same database: never call it while a transaction is open.
 */
export type PaymentProvider = {
  /** `off`: there is no provider to call. */
  mode: PaymentMode;
  /** False: no new checkouts. Existing payments are still credited, refunded and disputed. */
  isSelling: boolean;
  /** Loaded on first use: most requests and commands never need it. */
  stripe(): Promise<Stripe>;
  /** More than one while a secret is being rotated. */
  webhookSecrets(): Promise<string[]>;
};

/** The SDK's types match this version. */
const apiVersion = '2026-10-28.endive';

type ProviderDeps = { config: Pick<Config, 'payments'>; db: Db };
type Fetch = typeof fetch;

export function createPaymentProvider({ config, db }: ProviderDeps): PaymentProvider {
  const { payments } = config;
  if (payments.kind === 'off') {
    if (payments.stripe) return { ...createStripeProvider(payments.stripe), isSelling: false };
    return {
      mode: 'off',
      isSelling: false,
      stripe: throwPaymentsOff,
      webhookSecrets: async () => [],
    };
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

/** Tests pass their own `fetch` to act as the provider; that is refused for live keys. */
export function createStripeProvider({ secretKey, webhookSecrets, fetch }: StripeAccess) {
  const isLive = isLiveKey(secretKey);
  if (isLive && fetch) {
    throw new StartupError('A live Stripe key cannot be used with a replaced transport.');
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

async function throwPaymentsOff(): Promise<never> {
  throw paymentsOff();
}

export function paymentsOff(): AppError {
  return new AppError('payments/off', 'Coins cannot be bought at the moment.');
}

/** Remembers the result, but not a failure. */
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
