import { AppError } from '#shared/errors.ts';

/** The same message for every reason; only the log says which check failed. */
export function tokenRefused(cause: unknown): AppError {
  const message = 'Your sign-in is no longer valid. Please log in again.';
  return new AppError('accounts/token-refused', message, { cause });
}
