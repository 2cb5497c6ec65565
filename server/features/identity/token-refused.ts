import { AppError } from '#shared/errors.ts';

/** One text for every reason: which check failed is for the log. */
export function tokenRefused(cause: unknown): AppError {
  const message = 'Your sign-in is no longer valid. Please log in again.';
  return new AppError('accounts/token-refused', message, { cause });
}
