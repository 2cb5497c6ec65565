import { day, defineSearch, id, matching, oneOf } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { eventTypes } from '#shared/event-types.ts';

export const eventsSearch = defineSearch({
  event: id,
  type: oneOf(eventTypes),
  month: matching(/^20\d\d-(?:0[1-9]|1[0-2])$/),
  day,
});
export type EventsSearch = SearchOf<typeof eventsSearch>;
