import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { EditedText, TextName } from '#shared/texts.ts';

export function siteTextQuery(name: TextName) {
  return queryOptions({
    queryKey: ['site', 'text', name],
    queryFn: ({ signal }) => call('GET /api/site/texts/{name}', { params: { name } }, { signal }),
  });
}

export function editedTextQuery(name: TextName) {
  return queryOptions({
    // Not under a live topic: another admin's save must not replace the text being edited.
    queryKey: ['texts', 'edited', name],
    queryFn: ({ signal }) => call('GET /api/admin/texts/{name}', { params: { name } }, { signal }),
  });
}

/** Null restores the default text. */
export async function updateSiteText(name: TextName, source: string | null): Promise<EditedText> {
  const saved = await call('PUT /api/admin/texts/{name}', { params: { name }, body: { source } });
  queryClient.setQueryData(editedTextQuery(name).queryKey, saved);
  await queryClient.invalidateQueries({ queryKey: ['site', 'text', name] });
  return saved;
}
