import { change } from '#client/lib/change.ts';
import { read } from '#client/lib/read.ts';
import type { SupporterSettings } from '#shared/endpoints/supporters.ts';
import type { TopUpSettings } from '#shared/endpoints/top-up.ts';

export const supportersQuery = read('admin', 'GET /api/admin/supporters', {});

export const topUpSettingsQuery = read('admin', 'GET /api/admin/top-ups', {});

export function saveSupporters(body: SupporterSettings) {
  return change('admin', 'PUT /api/admin/supporters', { body });
}

export function saveTopUps(body: TopUpSettings) {
  return change('admin', 'PUT /api/admin/top-ups', { body });
}
