import type { IconName } from '#client/ui/icon-names.ts';
import { commandTypes } from '#shared/bridge.ts';
import type { CommandType } from '#shared/bridge.ts';
import { commandStates, historyRanges } from '#shared/game-servers.ts';
import type { HistoryRange, LoggedCommand } from '#shared/game-servers.ts';

export type ServerView = 'game' | 'commands' | 'launcher' | 'site';

export const serverViews: { name: ServerView; label: string; icon: IconName }[] = [
  { name: 'game', label: 'Game', icon: 'server' },
  { name: 'commands', label: 'Commands', icon: 'scroll' },
  { name: 'launcher', label: 'Launcher', icon: 'download' },
  { name: 'site', label: 'Site', icon: 'settings' },
];

export type ServerSearch = {
  view: ServerView;
  range: HistoryRange;
  page: number;
  type: CommandType | undefined;
  state: LoggedCommand['state'] | undefined;
};

/** Reads the search parameters; invalid ones get their default. */
export function readServerSearch(search: Record<string, unknown>): ServerSearch {
  const page = Math.trunc(Number(search['page']));
  return {
    view: serverViews.find(({ name }) => name === search['view'])?.name ?? 'game',
    range: historyRanges.find((range) => range === search['range']) ?? 'day',
    page: page >= 1 && page <= 10_000 ? page : 1,
    type: commandTypes.find((type) => type === search['type']),
    state: commandStates.find((state) => state === search['state']),
  };
}
