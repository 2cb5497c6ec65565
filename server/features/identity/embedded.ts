import type { Deps } from '#server/deps.ts';
import { tokenRefused } from '#server/lib/identity-provider.ts';
import type {
  IdentityProvider,
  IsKnownNetwork,
  OnEmailVerified,
  OnPasswordReset,
} from '#server/lib/identity-provider.ts';
import { isPassword } from '#server/lib/passwords/password-hash.ts';

import { checkUserPassword } from './check-password.service.ts';
import { expireRefreshTokensOf } from './codes.db.ts';
import { createEmailCode } from './email-codes.service.ts';
import { toEmailKey } from './email-key.ts';
import { checkIdToken } from './id-tokens.service.ts';
import { deleteUser, findUser } from './users.db.ts';
import { createUser, revokeTokens, updateUser } from './users.service.ts';

export type EmbeddedOptions = Pick<Deps, 'config' | 'db' | 'brand'> & {
  onPasswordReset?: OnPasswordReset | undefined;
  onEmailVerified?: OnEmailVerified | undefined;
  isKnownNetwork?: IsKnownNetwork | undefined;
};

/** The built-in provider, in this process; the browser reaches it under /idp (identity.routes.ts). */
export function createEmbeddedIdentity(options: EmbeddedOptions): IdentityProvider {
  return {
    name: 'embedded',
    // The SDK requires an API key; this one grants nothing.
    client: { apiKey: 'embedded', at: 'own' },
    async verifyIdToken(idToken) {
      const check = await checkIdToken(options, idToken);
      if (check.refusal === undefined) {
        const { uid, email, emailVerifiedAt, validSince } = check.user;
        const isEmailVerified = emailVerifiedAt !== null;
        return { uid, email, isEmailVerified, signedInAt: check.signedInAt, validSince };
      }
      throw tokenRefused(check.refusal);
    },
    createUser: (user) => createUser(options, user),
    updateUser: (uid, change) => updateUser(options, uid, change),
    createEmailCode: (user) => createEmailCode(options, user),
    async isEmailVerified({ uid, email }) {
      const user = await findUser(options.db, uid);
      return !!user?.emailVerifiedAt && toEmailKey(user.email) === toEmailKey(email);
    },
    async checkPassword({ uid }, password) {
      const user = await findUser(options.db, uid);
      if (!user) return isPassword(password);
      return (await checkUserPassword(options, user, password)) && !user.isDisabled;
    },
    async findValidSince(uid) {
      const user = await findUser(options.db, uid);
      return user?.isDisabled ? undefined : user?.validSince;
    },
    revokeTokens: (uid) => revokeTokens(options, uid),
    endRefreshTokens: (uid) => expireRefreshTokensOf(options.db, uid),
    deleteUser: (uid) => deleteUser(options.db, uid),
    onPasswordReset: options.onPasswordReset,
    onEmailVerified: options.onEmailVerified,
    isKnownNetwork: options.isKnownNetwork,
  };
}
