import type { Deps } from '#server/deps.ts';
import type {
  IdentityProvider,
  IsKnownNetwork,
  OnEmailVerified,
  OnPasswordReset,
} from '#server/lib/identity-provider.ts';

import { createEmbeddedIdentity } from './embedded.ts';
import { createFirebaseIdentity } from './firebase.ts';

type Options = Pick<Deps, 'config' | 'db' | 'brand'> & {
  onPasswordReset?: OnPasswordReset | undefined;
  onEmailVerified?: OnEmailVerified | undefined;
  isKnownNetwork?: IsKnownNetwork | undefined;
};

export function createIdentity(options: Options): IdentityProvider {
  const { config, brand } = options;
  if (config.identity.kind === 'firebase') {
    return createFirebaseIdentity(config.identity, { readSiteName: () => brand.now().name });
  }
  return createEmbeddedIdentity(options);
}
