import { read, readPage } from '#client/lib/read.ts';

/** The counters and the season. */
export const seasonListsQuery = read('site', 'GET /api/hiscores/lists', {});

export const seasonsQuery = read('hiscores', 'GET /api/hiscores/seasons', {});

export function seasonQuery(id: string, skill: string, page: number) {
  const query = { skill, page };
  return readPage('hiscores', 'GET /api/hiscores/seasons/{id}', { params: { id }, query });
}
