import { call } from '#client/lib/api.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { Thread } from '#shared/endpoints/inbox.ts';

import type { InboxSearch } from './inbox-search.ts';

export function queueQuery({ state, kind, assigned, player, page }: InboxSearch) {
  const query = { state: state ?? ('active' as const), kind, assigned, player, page };
  return readPage('admin', 'GET /api/admin/inbox', { query });
}

export function threadQuery(id: string) {
  const params = { id };
  return read('admin', 'GET /api/admin/inbox/{id}', { params }, { convert: markSeen });
}

/** Opening a thread marks it as read. The refresh of a page in the background does not. */
async function markSeen(answer: Promise<Thread>): Promise<Thread> {
  const thread = await answer;
  if (thread.isUnread && !document.hidden) {
    const params = { id: String(thread.id) };
    // If this fails, the thread stays unread and the next refresh tries again.
    void call('PUT /api/admin/inbox/{id}/read', { params }).catch(() => {});
  }
  return thread;
}

export const inboxSettingsQuery = read('admin', 'GET /api/admin/inbox/settings', {});
