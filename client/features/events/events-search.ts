import { day, defineSearch, id, labelParam, matching } from '#client/lib/search.ts';
import type { SiteInfo } from '#shared/site.ts';

export function eventsSearch(getSite: () => SiteInfo) {
  return defineSearch({
    event: id,
    /** The event that a new one starts with. */
    copy: id,
    type: labelParam('events', getSite),
    month: matching(/^20\d\d-(?:0[1-9]|1[0-2])$/),
    day,
  });
}
