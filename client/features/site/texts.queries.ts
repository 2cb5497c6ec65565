import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { EditedText, TextName } from '#shared/texts.ts';

export function siteTextQuery(name: TextName) {
  return read('site', 'GET /api/site/texts/{name}', { params: { name } });
}

/** Without a live topic: another admin's save must not replace the text being edited. */
export function editedTextQuery(name: TextName) {
  return read(null, 'GET /api/admin/texts/{name}', { params: { name } });
}

/** Null restores the default text. */
export async function updateSiteText(name: TextName, source: string | null): Promise<EditedText> {
  const saved = await call('PUT /api/admin/texts/{name}', { params: { name }, body: { source } });
  queryClient.setQueryData(editedTextQuery(name).queryKey, saved);
  await queryClient.invalidateQueries({ queryKey: siteTextQuery(name).queryKey });
  return saved;
}
