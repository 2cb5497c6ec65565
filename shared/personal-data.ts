import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from './endpoint.ts';
import { UsernameParams } from './schemas.ts';

const endpoint = endpointsOf('Accounts');

const zip = { response: z.string(), contentType: 'application/zip' } as const;

/** POST, because every call reads all tables. */
export const exportOwnData = endpoint('POST /api/account/export', {
  access: 'login',
  summary: 'Everything the site stores about this account, as a zip with JSON and HTML.',
  freshMinutes: 10,
  limit: { max: 5, seconds: 3600 },
  ...zip,
});

export const exportUserData = endpoint('POST /api/admin/users/{username}/export', {
  access: 'admin',
  summary: 'Everything the site stores about a player except the answers of votes, as a zip.',
  params: UsernameParams,
  freshMinutes: adminFreshMinutes,
  limit: { max: 30, seconds: 3600 },
  ...zip,
});
