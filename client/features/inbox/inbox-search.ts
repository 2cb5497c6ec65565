import { defineSearch, id, matching, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { threadKinds, threadStates } from '#shared/rules/inbox.ts';

/** `thread=7` opens a thread, `about=purchase:1042` a form about that record. */
export const supportSearch = defineSearch({ thread: id, about: matching(/^\w+:.{1,40}$/) });

/** Without a state: threads that are not closed. */
export const inboxSearch = defineSearch({
  state: oneOf(threadStates),
  kind: oneOf(threadKinds),
  assigned: oneOf(['me', 'none']),
  player: text(40),
  page: pageNumber(100_000),
  thread: id,
});
export type InboxSearch = SearchOf<typeof inboxSearch>;
