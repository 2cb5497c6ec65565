import type * as IdentityClient from './identity-client.ts';

/** Loads the sign-in SDK, which is its own chunk. */
export function loadIdentity(): Promise<typeof IdentityClient> {
  return import('./identity-client.ts');
}
