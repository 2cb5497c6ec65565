import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { RouteInput } from '#shared/api.ts';

export const siteSettingsQuery = read('site', 'GET /api/admin/settings', {});

export const featureSwitchesQuery = read('site', 'GET /api/admin/features', {});

export async function updateSiteSettings(
  body: RouteInput<'PATCH /api/admin/settings'>['body'],
): Promise<void> {
  const saved = await call('PATCH /api/admin/settings', { body });
  queryClient.setQueryData(siteSettingsQuery.queryKey, saved);
}
