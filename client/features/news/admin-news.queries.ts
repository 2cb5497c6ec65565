import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { EditedPost, PostDraft } from '#shared/news.ts';

export type PostState = EditedPost['state'];
export type EditedFilter = { page: number; state: PostState | undefined; search: string };

export function editedPostsQuery({ page, state, search }: EditedFilter) {
  return queryOptions({
    queryKey: ['news', 'edited-list', { page, state: state ?? null, search }],
    queryFn: ({ signal }) =>
      call(
        'GET /api/admin/news',
        { query: { page, ...(state && { state }), ...(search !== '' && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function editedPostQuery(id: string) {
  return queryOptions({
    queryKey: ['news', 'edited', id],
    queryFn: ({ signal }) => call('GET /api/admin/news/{id}', { params: { id } }, { signal }),
  });
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
  void queryClient.invalidateQueries({ queryKey: ['news', 'edited-list'] });
  return saved;
}

export async function deletePost(id: string): Promise<void> {
  await call('DELETE /api/admin/news/{id}', { params: { id } });
  queryClient.removeQueries({ queryKey: editedPostQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['news'] });
}
