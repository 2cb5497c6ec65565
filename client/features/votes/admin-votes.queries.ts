import { change } from '#client/lib/change.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { Edited } from '#client/lib/search.ts';
import type { ManagedVoteList, VoteListDraft, VoteRules } from '#shared/endpoints/votes.ts';

export const managedVotesQuery = read('admin', 'GET /api/admin/votes', {});

export function callbacksQuery(page: number) {
  return readPage('admin', 'GET /api/admin/votes/callbacks', { query: { page } });
}

export function saveList(
  edited: Edited<ManagedVoteList>,
  draft: VoteListDraft,
): Promise<ManagedVoteList> {
  if (edited.kind !== 'edit')
    return change('admin', 'POST /api/admin/votes/lists', { body: draft });
  const { id, version } = edited.item;
  const params = { id: String(id) };
  const body = { ...draft, version };
  return change('admin', 'PUT /api/admin/votes/lists/{id}', { params, body });
}

export function saveRules(body: VoteRules): Promise<VoteRules> {
  return change('admin', 'PUT /api/admin/votes/rules', { body });
}
