import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { EditedPost, PostDraft } from '#shared/endpoints/news.ts';
import { routeKey } from '#shared/query-key.ts';

import type { AdminNewsSearch } from './news-search.ts';

export type PostState = EditedPost['state'];

export function editedPostsQuery({ page, state, search }: AdminNewsSearch) {
  return readPage('news', 'GET /api/admin/news', { query: { page, state, search } });
}

export function editedPostQuery(id: string) {
  return read('news', 'GET /api/admin/news/{id}', { params: { id } });
}

/** Creates the post if `opened` is undefined; otherwise updates the opened version. */
export async function savePost(
  draft: PostDraft,
  opened: Pick<EditedPost, 'id' | 'version'> | undefined,
): Promise<EditedPost> {
  const saved = await (opened
    ? call('PUT /api/admin/news/{id}', {
        params: { id: opened.id },
        body: { ...draft, version: opened.version },
      })
    : call('POST /api/admin/news', { body: draft }));
  queryClient.setQueryData(editedPostQuery(saved.id).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: routeKey('news', 'GET /api/admin/news') });
  return saved;
}

export async function deletePost(id: string): Promise<void> {
  await call('DELETE /api/admin/news/{id}', { params: { id } });
  queryClient.removeQueries({ queryKey: editedPostQuery(id).queryKey });
}
