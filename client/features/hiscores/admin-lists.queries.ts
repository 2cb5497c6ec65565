import { change } from '#client/lib/change.ts';
import { read } from '#client/lib/read.ts';
import type { CounterDraft, ModeDraft } from '#shared/endpoints/hiscore-lists.ts';

export const modesQuery = read('admin', 'GET /api/admin/hiscores/modes', {});

export const countersQuery = read('admin', 'GET /api/admin/hiscores/counters', {});

export const unknownQuery = read('admin', 'GET /api/admin/hiscores/unknown', {});

/** Without an id it is a new one. */
export function saveMode(id: number | undefined, body: ModeDraft) {
  if (id === undefined) return change('admin', 'POST /api/admin/hiscores/modes', { body });
  const params = { id: String(id) };
  return change('admin', 'PUT /api/admin/hiscores/modes/{id}', { params, body });
}

export function saveCounter(id: number | undefined, body: CounterDraft) {
  if (id === undefined) return change('admin', 'POST /api/admin/hiscores/counters', { body });
  const params = { id: String(id) };
  return change('admin', 'PUT /api/admin/hiscores/counters/{id}', { params, body });
}
