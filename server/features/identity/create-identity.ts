import type { Deps } from '#server/deps.ts';

import { createEmbeddedIdentity } from './embedded.ts';
import { createFirebaseIdentity } from './firebase.ts';
import type { IdentityProvider, OnEmailVerified, OnPasswordReset } from './identity.ts';

type Options = Pick<Deps, 'config' | 'db'> & {
  onPasswordReset?: OnPasswordReset | undefined;
  onEmailVerified?: OnEmailVerified | undefined;
};

export function createIdentity(options: Options): IdentityProvider {
  const { identity, siteName } = options.config;
  if (identity.kind === 'firebase') return createFirebaseIdentity(identity, { siteName });
  return createEmbeddedIdentity(options);
}
