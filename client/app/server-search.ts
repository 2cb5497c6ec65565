import { defineSearch, oneOf, pageNumber } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import type { HistoryRange } from '#shared/endpoints/game-servers.ts';
import { commandStates, commandTypes } from '#shared/rules/commands.ts';

export const serverSearch = defineSearch({
  view: oneOf(['game', 'commands', 'launcher', 'site', 'backups'], 'game'),
  range: oneOf<HistoryRange>(['day', 'week', 'month', 'year'], 'day'),
  type: oneOf(commandTypes),
  state: oneOf(commandStates),
  page: pageNumber(10_000),
});
export type ServerView = SearchOf<typeof serverSearch>['view'];
