import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Moment } from '../schemas.ts';

const endpoint = endpointsOf('Accounts');

const OwnEvent = z.object({ id: z.string(), title: z.string(), dateTime: z.string() });

export type OwnNews = z.infer<typeof OwnNews>;
export const OwnNews = z.object({
  /** When the player last looked at the profile in an earlier visit; null during the first visit. */
  since: z.nullable(Moment),
  memberSince: Moment,
  /** A mute is in force. */
  isMuted: z.boolean(),
  /** Levels won since then. */
  levels: z.array(z.object({ skill: z.string(), from: z.int(), to: z.int() })),
  /** Items that the game has handed over since then, the latest first. */
  deliveries: z.array(z.object({ item: z.string(), quantity: z.int() })),
  /** Running polls that the player may vote in and has not. */
  openPolls: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Upcoming events that the player goes to, soonest first. */
  events: z.array(OwnEvent),
  /** The soonest upcoming event. */
  nextEvent: z.nullable(OwnEvent),
});

export const getOwnNews = endpoint('GET /api/account/news', {
  access: 'login',
  summary: 'What is new for the caller since the last visit to the profile.',
  response: OwnNews,
});

export const visitProfile = endpoint('POST /api/account/visit', {
  access: 'login',
  summary:
    'The same, and the caller is looking at the profile now. A look more than 30 minutes after the one before begins a new visit.',
  response: OwnNews,
  limit: { max: 240, seconds: 60 },
});
