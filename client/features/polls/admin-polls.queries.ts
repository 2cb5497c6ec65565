import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { Edited } from '#client/lib/search.ts';
import type { ManagedPoll, PollDraft } from '#shared/endpoints/polls.ts';

export const managedPollsQuery = read('polls', 'GET /api/admin/polls', {});

export function turnoutQuery(id: string) {
  return read('polls', 'GET /api/admin/polls/{id}/turnout', { params: { id } });
}

export async function savePoll(
  edited: Edited<ManagedPoll>,
  draft: PollDraft,
): Promise<ManagedPoll> {
  const saved = await createOrUpdatePoll(edited, draft);
  await queryClient.invalidateQueries({ queryKey: ['polls'] });
  return saved;
}

function createOrUpdatePoll(edited: Edited<ManagedPoll>, draft: PollDraft): Promise<ManagedPoll> {
  if (edited.kind === 'new') return call('POST /api/admin/polls', { body: draft });
  const { id, version } = edited.item;
  if (edited.kind === 'copy')
    return call('POST /api/admin/polls', { body: { ...draft, copyOf: id } });
  return call('PUT /api/admin/polls/{id}', { params: { id }, body: { ...draft, version } });
}
