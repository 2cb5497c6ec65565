import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Moment } from '../schemas.ts';

const endpoint = endpointsOf('Search');

export type SiteResult = z.infer<typeof SiteResult>;
export const SiteResult = z.object({
  kind: z.enum(['player', 'post', 'event', 'item', 'page']),
  /** The name of a player, the address of a page, otherwise a number. */
  id: z.string(),
  label: z.string(),
  /** A player's level or an item's price; otherwise empty. */
  detail: z.string(),
  /** When a post was published or an event begins. */
  at: z.nullable(Moment),
  /** The key of a player's game mode. */
  mode: z.optional(z.string()),
});

export const searchSite = endpoint('GET /api/search', {
  access: 'public',
  summary:
    'Up to five each of the ranked players, published posts, upcoming events, items for sale and published pages that match the text. Items need a session, like the store. Similar player names are added if nothing else matches.',
  query: z.object({ q: z.string().check(z.maxLength(254)) }),
  response: z.object({
    results: z.array(SiteResult),
    /** Whether the caller has a character in the hiscores, to compare players with. */
    canCompare: z.boolean(),
  }),
  limit: { max: 240, seconds: 60 },
});
