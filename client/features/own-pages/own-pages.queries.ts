import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { EditedPage, NewPage, PagePlace, PageText } from '#shared/endpoints/own-pages.ts';

export function ownPageQuery(slug: string) {
  return read('site', 'GET /api/pages/{slug}', { params: { slug } });
}

export const ownPagesQuery = read('site', 'GET /api/admin/pages', {});

export function editedPageQuery(id: string) {
  return read('site', 'GET /api/admin/pages/{id}', { params: { id } });
}

export function pageVersionsQuery(id: string, page: number) {
  return readPage('site', 'GET /api/admin/pages/{id}/versions', {
    params: { id },
    query: { page },
  });
}

export function pageVersionQuery(id: string, version: number) {
  const params = { id, version };
  return read('site', 'GET /api/admin/pages/{id}/versions/{version}', { params });
}

export async function createOwnPage(body: NewPage): Promise<EditedPage> {
  return keep(await call('POST /api/admin/pages', { body }));
}

type SavedText = PageText & { version: number; isPublished: boolean };

export async function saveOwnPage(id: string, body: SavedText): Promise<EditedPage> {
  return keep(await call('PUT /api/admin/pages/{id}', { params: { id }, body }));
}

export async function unpublishOwnPage(id: string): Promise<EditedPage> {
  return keep(await call('POST /api/admin/pages/{id}/unpublish', { params: { id } }));
}

export async function placeOwnPage(
  id: string,
  body: PagePlace & { placeVersion: number },
): Promise<EditedPage> {
  return keep(await call('PUT /api/admin/pages/{id}/place', { params: { id }, body }));
}

/** 0 is the default text of terms and privacy. */
export async function restorePageVersion(id: string, version: number): Promise<EditedPage> {
  const params = { id, version };
  return keep(await call('POST /api/admin/pages/{id}/versions/{version}/restore', { params }));
}

export async function reorderOwnPages(ids: number[]): Promise<void> {
  await call('PUT /api/admin/pages/order', { body: { ids } });
}

export async function deleteOwnPage(id: string): Promise<void> {
  await call('DELETE /api/admin/pages/{id}', { params: { id } });
  queryClient.removeQueries({ queryKey: editedPageQuery(id).queryKey });
}

function keep(page: EditedPage): EditedPage {
  queryClient.setQueryData(editedPageQuery(page.id).queryKey, page);
  // The live stream says so too, a moment later.
  void queryClient.invalidateQueries({ queryKey: ['site'] });
  return page;
}
