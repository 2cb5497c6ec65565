import * as z from 'zod';

import { Email } from '#shared/endpoints/accounts.ts';

import { ProtocolError } from './protocol-error.ts';
import type { ProtocolCode } from './protocol-error.ts';
import type { IdentityUser } from './users.db.ts';

/** Reads a required field: a string that is not empty, as the protocol demands. */
export function readText(body: unknown, name: string, missing: ProtocolCode): string {
  const text = findText(body, name);
  if (!text) throw new ProtocolError(missing);
  return text;
}

export function findText(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Reflect.get(body, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string')
    throw new ProtocolError('INVALID_ARGUMENT', `${name} must be a string.`);
  return value;
}

export function readEmail(body: unknown): string {
  const parsed = z.safeParse(Email, readText(body, 'email', 'MISSING_EMAIL'));
  if (!parsed.success) throw new ProtocolError('INVALID_EMAIL');
  return parsed.data;
}

/** The protocol sends times as strings: validSince in seconds, the others in milliseconds. */
export function toProtocolUser(user: IdentityUser) {
  const { uid, email, emailVerifiedAt, validSince, createdAt, lastLoginAt } = user;
  return {
    localId: uid,
    email,
    emailVerified: emailVerifiedAt !== null,
    validSince: String(Math.floor(validSince.getTime() / 1000)),
    createdAt: String(createdAt.getTime()),
    ...(lastLoginAt && { lastLoginAt: String(lastLoginAt.getTime()) }),
    providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
  };
}
