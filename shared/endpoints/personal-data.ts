import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { Moment, Version } from '../schemas.ts';
import { VersionQuery } from './players.ts';

const endpoint = endpointsOf('Accounts');
const loginEndpoint = endpointsOf('Accounts', { access: 'login' });

const zip = { response: z.string(), contentType: 'application/zip' } as const;

/** POST, because every call reads all tables. */
export const exportOwnData = loginEndpoint('POST /api/account/export', {
  summary: 'Everything the site stores about this account, as a zip with JSON and HTML.',
  freshMinutes: 10,
  limit: { max: 5, seconds: 3600 },
  ...zip,
});

export const exportUserData = endpoint('POST /api/admin/users/{username}/export', {
  summary: 'Everything the site stores about a player except the answers of votes, as a zip.',
  freshMinutes: adminFreshMinutes,
  limit: { max: 30, seconds: 3600 },
  ...zip,
});

export type AccountDeletion = z.infer<typeof AccountDeletion>;
const AccountDeletion = z.object({
  /** When the account will be deleted; null: it stays. */
  deleteAfter: z.nullable(Moment),
});

export const getOwnDeletion = loginEndpoint('GET /api/account/deletion', {
  summary: 'Whether and when this account will be deleted.',
  response: AccountDeletion,
});

/** Repeating it does not change the date. */
export const requestOwnDeletion = loginEndpoint('POST /api/account/deletion', {
  summary: 'Delete this account after 14 days. Needs a fresh sign-in; can be undone until then.',
  response: AccountDeletion,
  freshMinutes: 10,
  limit: { max: 10, seconds: 3600 },
});

export const keepOwnAccount = loginEndpoint('DELETE /api/account/deletion', {
  summary: 'Keep this account after all.',
});

export const requestUserDeletion = endpoint('POST /api/admin/users/{username}/deletion', {
  summary: 'Delete a player’s account after 14 days. The player is told by email.',
  body: z.object({ version: Version }),
  freshMinutes: adminFreshMinutes,
});

export const keepUserAccount = endpoint('DELETE /api/admin/users/{username}/deletion', {
  summary: 'Keep a player’s account that was to be deleted.',
  query: VersionQuery,
});
