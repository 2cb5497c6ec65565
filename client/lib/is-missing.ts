import { AppError } from '#shared/errors.ts';

/** A malformed id counts as missing too. */
export function isMissing(error: Error | null): boolean {
  return error instanceof AppError && (error.status === 404 || error.code === 'request/invalid');
}
