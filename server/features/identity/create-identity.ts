import type { IdentityProvider } from '#server/lib/identity-provider.ts';

import { createEmbeddedIdentity } from './embedded.ts';
import type { EmbeddedOptions } from './embedded.ts';
import { createFirebaseIdentity } from './firebase.ts';

export function createIdentity(options: EmbeddedOptions): IdentityProvider {
  const { config, brand } = options;
  if (config.identity.kind === 'firebase') {
    return createFirebaseIdentity(config.identity, { readSiteName: () => brand.now().name });
  }
  return createEmbeddedIdentity(options);
}
