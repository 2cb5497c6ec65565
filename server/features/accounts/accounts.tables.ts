import type { Generated, GeneratedAlways, Insertable } from 'kysely';

import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

export type AccountsTables = {
  accounts: {
    id: GeneratedAlways<number>;
    username: string;
    /** Normalised name; two names with the same key are the same name. */
    username_key: string;
    email: string;
    email_key: string;
    identity_provider: string;
    identity_id: string;
    user_rights: Generated<number>;
    community_manager: Generated<boolean>;
    supporter_step: number | null;
    /** Whether the player agreed to be named among the supporters. */
    is_named_supporter: Generated<boolean>;
    created_at: Generated<Date>;
    /** Set while a registration waits for the identity provider. */
    pending_since: Date | null;
    /** Incremented by every change an admin makes; each change names the version it was based on. */
    version: Generated<number>;
    /** Sign-ins at the provider before this time cannot start a session. */
    signed_out_at: Date | null;
    /** Copied from the identity provider; null: the address is not confirmed. */
    email_verified_at: Date | null;
    /** When a confirmation link was last sent to the current address. */
    email_link_sent_at: Date | null;
    renamed_at: Date | null;
    /** When the account is to be deleted; until then its owner can keep it. */
    delete_after: Date | null;
    /** Set when that time has come: the player is signed out for good. */
    closing_at: Date | null;
    /** Set when the data was removed. */
    deleted_at: Date | null;
  };
  /** Counts only while the account has rights 1 or 2: read it with selectPermissions. */
  account_permissions: {
    account_id: number;
    permission: StaffPermission;
    given_by: number | null;
    given_at: Generated<Date>;
  };
  sessions: {
    /** Hash of the cookie's token; the token itself is never stored. */
    token_hash: Buffer;
    /** The account page uses this id to list and end sessions. */
    id: Generated<string>;
    account_id: number;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    authenticated_at: Generated<Date>;
    /** The provider's `valid_since` at sign-in. A later value at the provider ends the session. */
    valid_since: Date;
    second_factor_at: Date | null;
    /** The session of a banned account, which opens only the page for appeals. */
    appeal_only: Generated<boolean>;
    expires_at: Date;
    ip: string | null;
    user_agent: string | null;
  };
  known_networks: {
    account_id: number;
    /** One IPv4 address or one IPv6 /64; see networkOf. */
    network: string;
    last_used_at: Generated<Date>;
  };
  /** Sign-ins at the provider whose session was logged out. */
  ended_sign_ins: {
    account_id: number;
    signed_in_at: Date;
    ended_at: Generated<Date>;
  };
  two_factor_secrets: {
    account_id: number;
    secret: string;
    confirmed_at: Date | null;
    last_step: Generated<number>;
    created_at: Generated<Date>;
  };
  recovery_codes: {
    account_id: number;
    code_hash: Buffer;
    used_at: Date | null;
  };
  reserved_names: {
    username_key: string;
    username: string;
    reserved_at: Generated<Date>;
    /** The address of the character's owner, if known. */
    email: string | null;
    /** The account that had the name before; null for the name of a character. */
    account_id: number | null;
    /** Set for old names of accounts. */
    expires_at: Date | null;
    /** The provider's id of the user who claimed the name, until the registration is complete. */
    handed_to: string | null;
  };
  name_claims: {
    token_hash: Buffer;
    username_key: string;
    code_hash: Buffer | null;
    created_at: Generated<Date>;
    expires_at: Date;
    proven_at: Date | null;
    /** `email`, or the name of the game server. */
    proven_by: string | null;
  };
  /** Names of deleted accounts. */
  retired_names: {
    name_hash: Buffer;
    retired_at: Generated<Date>;
  };
};

export type NewAccount = Insertable<AccountsTables['accounts']>;
