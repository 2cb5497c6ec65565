import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { staffPermissions } from '../rules/staff-permissions.ts';

const endpoint = endpointsOf('Admin');

export type SearchResult = z.infer<typeof SearchResult>;
export const SearchResult = z.object({
  kind: z.enum(['player', 'post', 'poll', 'item', 'purchase', 'order']),
  /** For a player: the username. */
  id: z.string(),
  label: z.string(),
  detail: z.string(),
});

export const searchAdmin = endpoint('GET /api/admin/search', {
  permissions: staffPermissions,
  summary:
    'Players, posts, polls and items by name; players also by their exact email address, purchases by their number or delivery id, top-ups by the id of the order, payment or checkout.',
  query: z.object({ q: z.string().check(z.maxLength(254)) }),
  response: z.object({ results: z.array(SearchResult) }),
});
