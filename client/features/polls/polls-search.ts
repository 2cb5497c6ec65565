import { defineSearch, id, pageNumber } from '#client/lib/search.ts';

export const pollsSearch = defineSearch({ page: pageNumber() });

/** Shows the list, the list with one poll above it, or the editor. */
export const adminPollsSearch = defineSearch({ poll: id });
