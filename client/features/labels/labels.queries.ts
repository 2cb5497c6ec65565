import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { EditedLabel, LabelsDraft } from '#shared/endpoints/labels.ts';
import type { LabelListName } from '#shared/rules/labels.ts';

const addresses = {
  news: '/api/admin/news/categories',
  events: '/api/admin/events/types',
} as const;

export function labelsQuery(list: LabelListName) {
  return read(list, `GET ${addresses[list]}`, {});
}

type Change = (labels: EditedLabel[]) => LabelsDraft['labels'];

/** Saves the changed list. If someone else has changed it meanwhile, nothing is saved and it is read again. */
export async function changeLabels(list: LabelListName, change: Change): Promise<void> {
  const { queryKey } = labelsQuery(list);
  const { version, labels } = await queryClient.ensureQueryData(labelsQuery(list));
  const body = { version, labels: change(labels) };
  try {
    queryClient.setQueryData(queryKey, await call(`PUT ${addresses[list]}`, { body }));
    // The live stream says so too, a moment later.
    void queryClient.invalidateQueries({ queryKey: ['site'] });
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}
