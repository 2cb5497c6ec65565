import { AppError } from '#shared/errors.ts';

/** A new idempotency key: a UUID. Not `crypto.randomUUID`, which browsers offer on https only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** True if the request may or may not have been processed: it is repeated with the same key. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof AppError) || (error.status ?? 0) >= 500;
}
