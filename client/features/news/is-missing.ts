import { AppError } from '#shared/errors.ts';

/** A malformed id is as unknown as one that was never given out. */
export function isMissing(error: Error | null): boolean {
  return error instanceof AppError && (error.status === 404 || error.code === 'request/invalid');
}
