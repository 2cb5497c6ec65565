import type { Generated } from 'kysely';

import type { JsonColumn } from '#server/db/columns.ts';

export type IdentityTables = {
  /** Users of the embedded identity provider; accounts.identity_id holds their uid. */
  identity_users: {
    uid: string;
    email: string;
    email_key: string;
    password_hash: string;
    is_disabled: Generated<boolean>;
    /** Changes with the password; a token carries the value from when it was issued. */
    valid_since: Generated<Date>;
    created_at: Generated<Date>;
    last_login_at: Date | null;
    email_verified_at: Date | null;
  };
  identity_keys: {
    id: string;
    private_jwk: JsonColumn;
    created_at: Generated<Date>;
  };
  identity_refresh_tokens: {
    token_hash: Buffer;
    uid: string;
    valid_since: Date;
    signed_in_at: Date;
    created_at: Generated<Date>;
    expires_at: Date;
  };
  identity_reset_codes: {
    code_hash: Buffer;
    uid: string;
    expires_at: Date;
    /** False for a code that the command line printed. */
    is_mailed: Generated<boolean>;
  };
  identity_email_codes: {
    code_hash: Buffer;
    uid: string;
    /** The address the code was sent to. */
    email: string;
    expires_at: Date;
    used_at: Date | null;
  };
};
