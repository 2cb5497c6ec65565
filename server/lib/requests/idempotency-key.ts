import type { FastifyRequest } from 'fastify';

import { AppError } from '#shared/errors.ts';

export const longestKey = 200;

/** Returns undefined if the request has no Idempotency-Key. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length <= longestKey && /^[\x21-\x7E]+$/.test(key)) return key;
  throw new AppError(
    'request/invalid',
    `An Idempotency-Key has 1 to ${longestKey} visible ASCII characters.`,
  );
}
