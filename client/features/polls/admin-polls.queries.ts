import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import * as endpoints from '#shared/polls.ts';
import type { ManagedPoll, PollDraft } from '#shared/polls.ts';

export const managedPollsQuery = queryOptions({
  queryKey: ['polls', 'managed', 'list'],
  queryFn: ({ signal }) => call(endpoints.listManagedPolls, {}, { signal }),
});

export function turnoutQuery(id: string) {
  return queryOptions({
    queryKey: ['polls', 'managed', 'turnout', id],
    queryFn: ({ signal }) => call(endpoints.getTurnout, { params: { id } }, { signal }),
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
  if (edited.kind === 'new') return call(endpoints.createPoll, { body: draft });
  const { id, version } = edited.poll;
  if (edited.kind === 'copy') return call(endpoints.createPoll, { body: { ...draft, copyOf: id } });
  return call(endpoints.updatePoll, { params: { id }, body: { ...draft, version } });
}

export async function endPoll(id: string): Promise<void> {
  await call(endpoints.endPoll, { params: { id } });
  await invalidatePolls();
}

export async function deletePoll(id: string): Promise<void> {
  await call(endpoints.deletePoll, { params: { id } });
  await invalidatePolls();
}

function invalidatePolls(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['polls'] });
}
