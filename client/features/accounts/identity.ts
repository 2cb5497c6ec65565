import type * as IdentityClient from './identity-client.ts';

/** The sign-in SDK as its own chunk. Screens that will need it call this early, to have it at hand. */
export function loadIdentity(): Promise<typeof IdentityClient> {
  return import('./identity-client.ts');
}
