import { call } from '#client/lib/api.ts';
import { read } from '#client/lib/read.ts';

export const votesQuery = read(
  'votes',
  'GET /api/votes',
  {},
  { meta: { failure: 'The lists could not be loaded.' } },
);

export function ownVotesQuery(isLoggedIn: boolean) {
  const meta = { failure: 'Your votes could not be loaded.' };
  return read('me', 'GET /api/votes/own', {}, { enabled: isLoggedIn, meta });
}

/** The tab is opened before the answer: later the browser would block it. */
export async function openList(id: number): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const params = { id: String(id) };
    const { url } = await call('POST /api/votes/lists/{id}/start', { params });
    if (!tab) {
      window.location.assign(url);
      return;
    }
    // The list must not reach this page.
    tab.opener = null;
    tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
