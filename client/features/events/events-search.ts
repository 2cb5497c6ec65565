import { labelParam } from '#client/lib/labels.ts';
import { day, defineSearch, id, matching } from '#client/lib/search.ts';

export const eventsSearch = defineSearch({
  event: id,
  type: labelParam('events'),
  month: matching(/^20\d\d-(?:0[1-9]|1[0-2])$/),
  day,
});
