import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import {
  createPoll,
  deletePoll,
  endPoll,
  getTurnout,
  listManagedPolls,
  updatePoll,
} from '#shared/polls.ts';
import type { ManagedPoll, PollDraft } from '#shared/polls.ts';

export const managedPollsQuery = queryOptions({
  queryKey: ['polls', 'managed', 'list'],
  queryFn: ({ signal }) => call(listManagedPolls, {}, { signal }),
});

export function turnoutQuery(id: string) {
  return queryOptions({
    queryKey: ['polls', 'managed', 'turnout', id],
    queryFn: ({ signal }) => call(getTurnout, { params: { id } }, { signal }),
  });
}

/** What is being written: a new poll, a copy of one, or one that is there. */
export type Edited = { kind: 'new' } | { kind: 'copy' | 'edit'; poll: ManagedPoll };

export async function savePoll(edited: Edited, draft: PollDraft): Promise<ManagedPoll> {
  const saved = await sendPoll(edited, draft);
  await readAgain();
  return saved;
}

function sendPoll(edited: Edited, draft: PollDraft): Promise<ManagedPoll> {
  if (edited.kind === 'new') return call(createPoll, { body: draft });
  const { id, version } = edited.poll;
  if (edited.kind === 'copy') return call(createPoll, { body: { ...draft, copyOf: id } });
  return call(updatePoll, { params: { id }, body: { ...draft, version } });
}

export async function endNow(id: string): Promise<void> {
  await call(endPoll, { params: { id } });
  await readAgain();
}

export async function removePoll(id: string): Promise<void> {
  await call(deletePoll, { params: { id } });
  await readAgain();
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['polls'] });
}
