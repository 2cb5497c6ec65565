import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { ManagedPoll, PollDraft } from '#shared/polls.ts';

export const managedPollsQuery = queryOptions({
  queryKey: ['polls', 'managed', 'list'],
  queryFn: ({ signal }) => call('GET /api/admin/polls', {}, { signal }),
});

export function turnoutQuery(id: string) {
  return queryOptions({
    queryKey: ['polls', 'managed', 'turnout', id],
    queryFn: ({ signal }) =>
      call('GET /api/admin/polls/{id}/turnout', { params: { id } }, { signal }),
  });
}

/** The editor's subject: a new poll, a copy of a poll, or an existing poll. */
export type Edited = { kind: 'new' } | { kind: 'copy' | 'edit'; poll: ManagedPoll };

export async function savePoll(edited: Edited, draft: PollDraft): Promise<ManagedPoll> {
  const saved = await createOrUpdatePoll(edited, draft);
  await invalidatePolls();
  return saved;
}

function createOrUpdatePoll(edited: Edited, draft: PollDraft): Promise<ManagedPoll> {
  if (edited.kind === 'new') return call('POST /api/admin/polls', { body: draft });
  const { id, version } = edited.poll;
  if (edited.kind === 'copy')
    return call('POST /api/admin/polls', { body: { ...draft, copyOf: id } });
  return call('PUT /api/admin/polls/{id}', { params: { id }, body: { ...draft, version } });
}

export async function endPoll(id: string): Promise<void> {
  await call('POST /api/admin/polls/{id}/end', { params: { id } });
  await invalidatePolls();
}

export async function deletePoll(id: string): Promise<void> {
  await call('DELETE /api/admin/polls/{id}', { params: { id } });
  await invalidatePolls();
}

function invalidatePolls(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['polls'] });
}
