import { change } from '#client/lib/change.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { HistoryRange } from '#shared/endpoints/game-servers.ts';

export const serversQuery = read('admin', 'GET /api/admin/servers', {});

export function historyQuery(range: HistoryRange) {
  return readPage('admin', 'GET /api/admin/servers/history', { query: { range } });
}

export function createServer(name: string) {
  return change('admin', 'POST /api/admin/servers', { body: { name } });
}
