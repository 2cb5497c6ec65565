import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Moment, NameClaimToken } from '../schemas.ts';
import { Username } from './accounts.ts';

const endpoint = endpointsOf('Accounts', { access: 'public' });

const ClaimedName = z.object({ username: Username });

export const startNameClaim = endpoint('POST /auth/name-claims', {
  summary:
    'Begin to claim a reserved name: returns a code to type in the game as that character, within 30 minutes.',
  body: ClaimedName,
  response: z.object({
    /** Send it with the registration, once the code was typed in the game. */
    claim: NameClaimToken,
    code: z.string(),
    expiresAt: Moment,
  }),
  limit: { max: 20, seconds: 3600 },
});

/** The answer does not tell whether an address is known. */
export const sendNameClaimLink = endpoint('POST /auth/name-claims/email', {
  summary: 'Send a link to the known address of a reserved name’s owner. It works for one hour.',
  body: ClaimedName,
  limit: { max: 20, seconds: 3600 },
});

export type NameClaim = z.infer<typeof NameClaim>;
const NameClaim = z.object({
  username: z.string(),
  /** True: a registration with this claim gets the name. */
  isProven: z.boolean(),
  expiresAt: Moment,
});

export const checkNameClaim = endpoint('POST /auth/name-claims/check', {
  summary: 'Whether the code of a claim was typed in the game.',
  body: z.object({ claim: NameClaimToken }),
  response: NameClaim,
  limit: { max: 1200, seconds: 3600 },
});
