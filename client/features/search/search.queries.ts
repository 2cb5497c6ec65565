import { readPage } from '#client/lib/read.ts';

/** Typing a text again within a minute does not ask again. */
export function siteSearchQuery(text: string) {
  const query = { q: text.toLowerCase() };
  return readPage(null, 'GET /api/search', { query }, { staleTime: 60_000 });
}
