import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { ManagedPoll, PollDraft } from '#shared/polls.ts';

export const managedPollsQuery = read('polls', 'GET /api/admin/polls', {});

export function turnoutQuery(id: string) {
  return read('polls', 'GET /api/admin/polls/{id}/turnout', { params: { id } });
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
