import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { Appearance, EditedAppearance } from '#shared/endpoints/appearance.ts';

export const appearanceQuery = read('site', 'GET /api/admin/appearance', {});

export function versionsQuery(page: number) {
  return readPage('site', 'GET /api/admin/appearance/versions', { query: { page } });
}

/** The draft as pages would show it. The last answer stays on the screen until the next one is there. */
export function previewQuery(draft: Appearance) {
  return queryOptions({
    queryKey: ['appearance preview', draft],
    queryFn: ({ signal }) =>
      call('POST /api/admin/appearance/preview', { body: draft }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

export async function publishAppearance(
  appearance: Appearance,
  version: number,
): Promise<EditedAppearance> {
  return keep(await call('PUT /api/admin/appearance', { body: { appearance, version } }));
}

/** Publishes an earlier version again; 0 is the look of a new site. */
export async function restoreAppearance(id: number): Promise<EditedAppearance> {
  return keep(
    await call('POST /api/admin/appearance/versions/{id}/restore', { params: { id: String(id) } }),
  );
}

function keep(edited: EditedAppearance): EditedAppearance {
  queryClient.setQueryData(appearanceQuery.queryKey, edited);
  // The live stream says so too, a moment later.
  void queryClient.invalidateQueries({ queryKey: ['site'] });
  return edited;
}
