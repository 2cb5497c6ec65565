import type { Stripe } from 'stripe';

import type { Deps } from '#server/deps.ts';
import { messageOf } from '#server/lib/describe-error.ts';
import { AppError } from '#shared/errors.ts';

/** Errors of the provider become a 503: their status would look like the caller's mistake, and they can quote a key. */
export async function callProvider<T>(
  { payments }: Pick<Deps, 'payments'>,
  run: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const stripe = await payments.stripe();
  try {
    return await run(stripe);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw new AppError(
      'payments/unavailable',
      'The payment provider is not available. Please try again in a moment.',
      { cause: describeProviderError(error), retryAfterSeconds: 10 },
    );
  }
}

/** Returns an error that is safe to log. Other errors are returned unchanged. */
export function describeProviderError(error: unknown): unknown {
  if (!isProviderError(error)) return error;
  const code = error.code ?? error.rawType ?? error.type;
  const status = error.statusCode;
  const text = `The payment provider answered ${status ?? 'nothing'} (${code}): ${hideKeys(error.message)}`;
  return Object.assign(new Error(text), { code, status });
}

type ProviderError = Error & {
  type: string;
  rawType?: string;
  code?: string;
  statusCode?: number;
};

function isProviderError(error: unknown): error is ProviderError {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}

export function hideKeys(text: string): string {
  return text.replaceAll(/\b((?:sk|rk|pk)_(?:live|test)|whsec)_[^\s'"]+/g, '$1_…');
}

export function isMissing(error: unknown): boolean {
  return isProviderError(error) && error.code === 'resource_missing';
}

/** The provider rejected the request. After any other error it may still have carried it out. */
export function isRefusal(error: unknown): error is Error {
  return isProviderError(error) && error.type === 'StripeInvalidRequestError';
}

const maxOutages = 3;

/** Returns the errors. Stops early when the provider seems to be down; the next run continues. */
export async function tryEach<T>(
  list: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<unknown[]> {
  const problems: unknown[] = [];
  for (const item of list) {
    await work(item).catch((error: unknown) => problems.push(error));
    if (problems.filter(isOutage).length >= maxOutages) return problems;
  }
  return problems;
}

/** True if calls about other payments would fail too. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'payments/unavailable') return false;
  const { cause } = error;
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  return status !== 400 && status !== 404;
}

const maxTexts = 3;

/** Throws all problems as one error, so that the job counts as failed. */
export function throwProblems(problems: unknown[]): void {
  if (problems.length === 0) return;
  const texts = [...new Set(problems.map(explain))];
  const more = texts.length > maxTexts ? ` And ${texts.length - maxTexts} more.` : '';
  throw new AggregateError(problems, texts.slice(0, maxTexts).join(' ') + more);
}

function explain(problem: unknown): string {
  return messageOf(problem instanceof AppError ? (problem.cause ?? problem) : problem);
}
