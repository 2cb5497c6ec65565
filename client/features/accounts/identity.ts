import type * as IdentityClient from './identity-client.ts';

/** Loads the sign-in SDK, which is its own chunk. Screens that need it call this early to preload it. */
export function loadIdentity(): Promise<typeof IdentityClient> {
  return import('./identity-client.ts');
}
