import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { getEditedText, getSiteText, updateSiteText } from '#shared/texts.ts';
import type { EditedText, TextName } from '#shared/texts.ts';

export function siteTextQuery(name: TextName) {
  return queryOptions({
    queryKey: ['site', 'text', name],
    queryFn: ({ signal }) => call(getSiteText, { params: { name } }, { signal }),
  });
}

export function editedTextQuery(name: TextName) {
  return queryOptions({
    // Not under a live topic: what is being written must not be replaced by what somebody saved.
    queryKey: ['texts', 'edited', name],
    queryFn: ({ signal }) => call(getEditedText, { params: { name } }, { signal }),
  });
}

/** Null brings back the text the site came with. */
export async function saveText(name: TextName, source: string | null): Promise<EditedText> {
  const saved = await call(updateSiteText, { params: { name }, body: { source } });
  queryClient.setQueryData(editedTextQuery(name).queryKey, saved);
  await queryClient.invalidateQueries({ queryKey: ['site', 'text', name] });
  return saved;
}
