import { defineSearch, oneOf, pageNumber } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { commandStates, commandTypes } from '#shared/commands.ts';
import type { HistoryRange } from '#shared/game-servers.ts';

export const serverSearch = defineSearch({
  view: oneOf(['game', 'commands', 'launcher', 'site', 'backups'], 'game'),
  range: oneOf<HistoryRange>(['day', 'week', 'month', 'year'], 'day'),
  type: oneOf(commandTypes),
  state: oneOf(commandStates),
  page: pageNumber(10_000),
});
export type ServerView = SearchOf<typeof serverSearch>['view'];
