import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { staffPermissions } from '../rules/staff-permissions.ts';
import { usernamePattern, usernameRule } from '../rules/usernames.ts';
import { Moment, NameClaimToken, Version } from '../schemas.ts';

const publicEndpoint = endpointsOf('Accounts', { access: 'public' });
const endpoint = endpointsOf('Accounts', { access: 'login' });

/** `inGame`: the game's client cuts off the rest, so a longer website password does not work there. */
export const passwordLength = { min: 8, max: 128, inGame: 20 };

export const Username = z
  .string('Choose a username.')
  .check(z.trim(), z.minLength(1, 'Choose a username.'), z.regex(usernamePattern, usernameRule));

export const Email = z
  .string('Enter your email address.')
  .check(
    z.trim(),
    z.minLength(1, 'Enter your email address.'),
    z.maxLength(254, 'An email address can have at most 254 characters.'),
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
  /** Single permissions of a staff account. Empty for admins, who may do everything. */
  permissions: z.array(z.enum(staffPermissions)),
  /** The item that the player pinned, with its price now. Absent without a pinned item. */
  pinned: z.optional(z.object({ itemId: z.string(), name: z.string(), price: z.int() })),
});

export const registerAccount = publicEndpoint('POST /auth/register', {
  summary: 'Create an account.',
  body: z.object({
    username: Username,
    email: Email,
    password: NewPassword,
    /** For a reserved name, see POST /auth/name-claims. */
    claim: z.optional(NameClaimToken),
  }),
  response: z.object({ username: z.string() }),
  limit: { max: 20, seconds: 3600 },
});

/** If the account has two-factor on, this fails with accounts/two-factor-required until a code is sent. */
export const webLogin = publicEndpoint('POST /auth/web-login', {
  summary: 'Exchange an ID token from the identity provider for a session cookie.',
  body: z.object({ idToken: IdToken, code: z.optional(TwoFactorCode) }),
  response: z.object({
    username: z.string(),
    /** Returned once, when this sign-in completed a required two-factor setup. */
    recoveryCodes: z.optional(z.array(z.string())),
  }),
  limit: { max: 120, seconds: 900 },
});

/** Firebase only: its project may have users that existed before this site. */
export const finishRegistration = publicEndpoint('POST /auth/finish-registration', {
  summary:
    'Create the account of a user who exists only at the identity provider; web-login works afterwards.',
  body: z.object({ idToken: IdToken, username: Username, claim: z.optional(NameClaimToken) }),
  response: z.object({ username: z.string() }),
  limit: { max: 20, seconds: 3600 },
});

export const verifySession = endpoint('GET /auth/verify', {
  summary: 'The signed-in user. Any status other than 200 means not signed in.',
  response: SessionUser,
});

export const logOut = publicEndpoint('POST /auth/logout', {
  summary: 'End this session on the server.',
});

/** For calls that need a sign-in from the last ten minutes, or the endpoint's `freshMinutes`. */
export const reauthenticate = endpoint('POST /auth/reauthenticate', {
  summary: 'Confirm the current session with a fresh ID token.',
  body: z.object({ idToken: IdToken, code: z.optional(TwoFactorCode) }),
  limit: { max: 30, seconds: 900 },
});

export type UserDetails = z.infer<typeof UserDetails>;
export const UserDetails = z.object({
  username: z.string(),
  email: z.string(),
  user_rights: z.int(),
  community_manager: z.boolean(),
  wyncoins: z.int(),
  voted_polls: z.array(z.string()),
});

export const getUser = endpoint('GET /api/users/{username}', {
  summary: 'Details of one player. Only for the player and admins.',
  response: UserDetails,
});

export const updateUser = endpoint('PATCH /api/users/{username}', {
  summary: 'Change email or password and end other sessions. Only for the player and admins.',
  body: z.object({
    email: Email,
    password: z.optional(NewPassword),
    /** Sent by the admin screens: the account version that the change is based on. */
    version: z.optional(Version),
  }),
  response: UserDetails,
  limit: { max: 20, seconds: 900 },
});

export type EmailConfirmation = z.infer<typeof EmailConfirmation>;
export const EmailConfirmation = z.object({
  isConfirmed: z.boolean(),
  /** Whether a link was sent to the current address. */
  isSent: z.boolean(),
  /** False on a site without a mail server. */
  canSend: z.boolean(),
});

export const getEmailConfirmation = endpoint('GET /api/account/email-confirmation', {
  summary: 'Whether this account’s email address is confirmed.',
  response: EmailConfirmation,
});

/** Limited further by the number of emails per account and network. */
export const sendEmailConfirmation = endpoint('POST /api/account/email-confirmation', {
  summary:
    'Send a new confirmation link to this account’s email address. Older links stop working.',
  limit: { max: 30, seconds: 3600 },
});

export type OwnSession = z.infer<typeof OwnSession>;
export const OwnSession = z.object({
  id: z.string(),
  createdAt: Moment,
  lastSeenAt: Moment,
  ip: z.string(),
  /** For example `Chrome on Windows`. */
  device: z.string(),
  isCurrent: z.boolean(),
});

export const listSessions = endpoint('GET /api/account/sessions', {
  summary: 'List the sessions of this account.',
  response: z.array(OwnSession),
});

export const revokeSession = endpoint('DELETE /api/account/sessions/{id}', {
  summary: 'Sign out one of this account’s sessions.',
  params: z.object({ id: z.uuid() }),
});

export const revokeOtherSessions = endpoint('DELETE /api/account/sessions', {
  summary: 'Sign out all other sessions of this account.',
});

export type TwoFactorState = z.infer<typeof TwoFactorState>;
export const TwoFactorState = z.object({
  isEnabled: z.boolean(),
  /** True for staff where the site requires two-factor. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
});

const TwoFactorSecret = z.object({
  /** For manual entry. */
  secret: z.string(),
  /** The otpauth:// URI of the QR code. */
  uri: z.string(),
});

export const getTwoFactor = endpoint('GET /api/account/two-factor', {
  summary: 'Whether two-factor sign-in is on.',
  response: TwoFactorState,
});

export const startTwoFactor = endpoint('POST /api/account/two-factor', {
  summary: 'Start two-factor setup: returns a new secret, inactive until confirmed.',
  response: TwoFactorSecret,
});

/** For staff who must set up two-factor before they can get a session. */
export const startRequiredTwoFactor = publicEndpoint('POST /auth/two-factor', {
  summary:
    'Start a required two-factor setup with an ID token; complete it with web-login and a code.',
  body: z.object({ idToken: IdToken }),
  response: TwoFactorSecret,
  limit: { max: 30, seconds: 900 },
});

export const confirmTwoFactor = endpoint('PUT /api/account/two-factor', {
  summary: 'Complete two-factor setup with a code. Returns the recovery codes, once.',
  body: z.object({ code: TwoFactorCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  limit: { max: 30, seconds: 900 },
});

export const disableTwoFactor = endpoint('DELETE /api/account/two-factor', {
  summary: 'Turn two-factor sign-in off. Needs a fresh sign-in with a code.',
});

/** For a reminder of which address it is: `a…@example.com`. */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}…${email.slice(at)}`;
}

/** Keeps the first and last character of the local part and replaces the rest with stars. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = Array.from(email.slice(0, at));
  if (local.length < 3) return `${local[0] ?? ''}*${email.slice(at)}`;
  return `${local[0]}${'*'.repeat(local.length - 2)}${local.at(-1)}${email.slice(at)}`;
}
