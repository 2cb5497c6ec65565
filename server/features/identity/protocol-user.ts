import type { IdentityUser } from './users.db.ts';

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
