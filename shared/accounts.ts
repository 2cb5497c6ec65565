import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Version } from './request-values.ts';
import { usernamePattern, usernameRule } from './usernames.ts';

const tag = 'Accounts';

export const passwordLength = { min: 8, max: 128 };

export const Username = z
  .string('Choose a username.')
  .check(z.trim(), z.minLength(1, 'Choose a username.'), z.regex(usernamePattern, usernameRule));

export const Email = z
  .string('Enter your email address.')
  .check(
    z.trim(),
    z.minLength(1, 'Enter your email address.'),
    z.maxLength(254, 'An email address has at most 254 characters.'),
    z.email('Enter an email address like name@example.com.'),
  );

export const NewPassword = z
  .string('Choose a password.')
  .check(
    z.minLength(passwordLength.min, `Use at least ${passwordLength.min} characters.`),
    z.maxLength(passwordLength.max, `Use at most ${passwordLength.max} characters.`),
  );

const IdToken = z.string().check(z.minLength(1), z.maxLength(5_000));

/** Six digits from the app, or a recovery code such as `k4m2x-9fq7p-w3h8d`. */
const TwoFactorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(20));

export type SessionUser = z.infer<typeof SessionUser>;
export const SessionUser = z.object({
  username: z.string(),
  email: z.string(),
  wyncoins: z.int(),
  user_rights: z.int(),
  community_manager: z.boolean(),
});

export const registerAccount = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  tag,
  summary: 'Create an account.',
  body: z.object({ username: Username, email: Email, password: NewPassword }),
  response: z.object({ username: z.string() }),
  limit: { max: 20, seconds: 3600 },
});

/** Answers with the username, or, when the account has two-factor on, refuses until a code is sent. */
export const webLogin = endpoint({
  method: 'POST',
  path: '/auth/web-login',
  access: 'public',
  tag,
  summary: 'Exchange an ID token of the identity provider for a session cookie.',
  body: z.object({ idToken: IdToken, code: z.optional(TwoFactorCode) }),
  response: z.object({
    username: z.string(),
    /** Shown once, when this sign-in finished a required two-factor set-up. */
    recoveryCodes: z.optional(z.array(z.string())),
  }),
  limit: { max: 120, seconds: 900 },
});

/** Only with Firebase: its project may have users from before this site. */
export const finishRegistration = endpoint({
  method: 'POST',
  path: '/auth/finish-registration',
  access: 'public',
  tag,
  summary:
    'Choose the username of a user whom the identity provider knows and the site does not; then web-login works.',
  body: z.object({ idToken: IdToken, username: Username }),
  response: z.object({ username: z.string() }),
  limit: { max: 20, seconds: 3600 },
});

export const verifySession = endpoint({
  method: 'GET',
  path: '/auth/verify',
  access: 'login',
  tag,
  summary: 'Who is signed in; any other status than 200 means nobody is.',
  response: SessionUser,
});

export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'public',
  tag,
  summary: 'End this session on the server.',
});

/** For calls that need a recent sign-in: not older than ten minutes, or what the contract says. */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/auth/reauthenticate',
  access: 'login',
  tag,
  summary: 'Confirm the running session with a fresh ID token.',
  body: z.object({ idToken: IdToken, code: z.optional(TwoFactorCode) }),
  limit: { max: 30, seconds: 900 },
});

const UsernameParams = z.object({ username: z.string().check(z.minLength(1), z.maxLength(40)) });

export type UserDetails = z.infer<typeof UserDetails>;
export const UserDetails = z.object({
  username: z.string(),
  email: z.string(),
  user_rights: z.int(),
  community_manager: z.boolean(),
  wyncoins: z.int(),
  voted_polls: z.array(z.string()),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/{username}',
  access: 'login',
  tag,
  summary: 'The player’s own details; for the player and admins.',
  params: UsernameParams,
  response: UserDetails,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/users/{username}',
  access: 'login',
  tag,
  summary: 'Change email or password; for the player and admins. Other sessions end.',
  params: UsernameParams,
  body: z.object({
    email: Email,
    password: z.optional(NewPassword),
    /** Sent by the admin screens: which state of the account the change is based on. */
    version: z.optional(Version),
  }),
  response: UserDetails,
  limit: { max: 20, seconds: 900 },
});

export type OwnSession = z.infer<typeof OwnSession>;
export const OwnSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  ip: z.string(),
  /** Such as `Chrome on Windows`. */
  device: z.string(),
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'login',
  tag,
  summary: 'Where this account is signed in.',
  response: z.array(OwnSession),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/{id}',
  access: 'login',
  tag,
  summary: 'Sign out one of this account’s sessions.',
  params: z.object({ id: z.uuid() }),
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'login',
  tag,
  summary: 'Sign out everywhere but here.',
});

export type TwoFactorState = z.infer<typeof TwoFactorState>;
export const TwoFactorState = z.object({
  isEnabled: z.boolean(),
  /** Staff must keep it on where the site asks for it. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
});

const TwoFactorSecret = z.object({
  /** For typing by hand. */
  secret: z.string(),
  /** For the QR code: otpauth://… */
  uri: z.string(),
});

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/account/two-factor',
  access: 'login',
  tag,
  summary: 'Whether two-factor sign-in is on.',
  response: TwoFactorState,
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor',
  access: 'login',
  tag,
  summary: 'Begin two-factor set-up: a new secret, not active until confirmed.',
  response: TwoFactorSecret,
});

/** The way in for staff who must set it up before they get a session. */
export const startRequiredTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/two-factor',
  access: 'public',
  tag,
  summary:
    'Begin a required two-factor set-up with an ID token; finish it with web-login and a code.',
  body: z.object({ idToken: IdToken }),
  response: TwoFactorSecret,
  limit: { max: 30, seconds: 900 },
});

export const confirmTwoFactor = endpoint({
  method: 'PUT',
  path: '/api/account/two-factor',
  access: 'login',
  tag,
  summary: 'Finish two-factor set-up with a code; answers the recovery codes, once.',
  body: z.object({ code: TwoFactorCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  limit: { max: 30, seconds: 900 },
});

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/account/two-factor',
  access: 'login',
  tag,
  summary: 'Turn two-factor sign-in off; needs a fresh sign-in with a code.',
});

/** first and last character of the local part kept, the middle replaced by stars. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(email.slice(0, at));
  if (local.length < 3) return `${local[0] ?? ''}*${email.slice(at)}`;
  return `${local[0]}${'*'.repeat(local.length - 2)}${local.at(-1)}${email.slice(at)}`;
}
