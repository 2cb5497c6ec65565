import { defineSearch, id, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { threadKinds, threadStates } from '#shared/rules/inbox.ts';

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
