import { call } from '#client/lib/api.ts';
import { change } from '#client/lib/change.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import { upload } from '#client/lib/upload.ts';
import type { RouteInput } from '#shared/api.ts';
import type { HistoryRange, LoggedCommand } from '#shared/endpoints/game-servers.ts';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';
import type { TopUpSettings } from '#shared/endpoints/top-up.ts';
import type { CommandType } from '#shared/rules/commands.ts';
import { launcherMaxBytes } from '#shared/rules/launcher-kinds.ts';
import type { LauncherKind } from '#shared/rules/launcher-kinds.ts';

export const serversQuery = read('admin', 'GET /api/admin/servers', {});

export function historyQuery(range: HistoryRange) {
  return readPage('admin', 'GET /api/admin/servers/history', { query: { range } });
}

type LogFilter = {
  page: number;
  type: CommandType | undefined;
  state: LoggedCommand['state'] | undefined;
};

export function commandLogQuery({ page, type, state }: LogFilter) {
  return readPage('admin', 'GET /api/admin/commands', { query: { page, type, state } });
}

export const siteSettingsQuery = read('site', 'GET /api/admin/settings', {});

export const topUpSettingsQuery = read('site', 'GET /api/admin/top-ups', {});

export const downloadsQuery = read('site', 'GET /api/admin/launcher', {});

type Command = RouteInput<'POST /api/admin/commands'>['body'];

export function sendCommand(body: Command) {
  return change('admin', 'POST /api/admin/commands', { body });
}

export function createServer(name: string) {
  return change('admin', 'POST /api/admin/servers', { body: { name } });
}

export async function updateSiteSettings(
  body: RouteInput<'PATCH /api/admin/settings'>['body'],
): Promise<void> {
  const saved = await call('PATCH /api/admin/settings', { body });
  queryClient.setQueryData(siteSettingsQuery.queryKey, saved);
}

export async function updateTopUpSettings(body: TopUpSettings): Promise<void> {
  const saved = await call('PUT /api/admin/top-ups', { body });
  queryClient.setQueryData(topUpSettingsQuery.queryKey, saved);
}

export function updateLauncher(
  kind: LauncherKind,
  body: RouteInput<'PATCH /api/admin/launcher/{kind}'>['body'],
) {
  return change('site', 'PATCH /api/admin/launcher/{kind}', { params: { kind }, body });
}

/** Checks the size first: the server would refuse only after the upload. */
export async function uploadLauncher(
  { file, version }: { file: File; version: string },
  onProgress: (share: number) => void,
): Promise<ManagedDownload> {
  if (file.size > launcherMaxBytes) {
    throw new Error(`The launcher may be at most ${launcherMaxBytes / 1024 / 1024} MB.`);
  }
  const saved = await upload('POST /api/admin/launcher/file', file, {
    query: version ? { version } : {},
    onProgress,
  });
  await queryClient.invalidateQueries({ queryKey: downloadsQuery.queryKey });
  return saved;
}
