import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import { upload } from '#client/lib/upload.ts';
import type { RouteInput } from '#shared/api.ts';
import type { BridgeScope } from '#shared/bridge.ts';
import type { CommandType } from '#shared/commands.ts';
import type { HistoryRange, LoggedCommand } from '#shared/game-servers.ts';
import { launcherMaxBytes } from '#shared/launcher-kinds.ts';
import type { LauncherKind } from '#shared/launcher-kinds.ts';
import type { ManagedDownload } from '#shared/launcher.ts';
import type { TopUpSettings } from '#shared/top-up.ts';

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

export async function sendCommand(body: Command): Promise<void> {
  await call('POST /api/admin/commands', { body });
  await invalidate();
}

export async function createServer(name: string): Promise<void> {
  await call('POST /api/admin/servers', { body: { name } });
  await invalidate();
}

export async function renameServer(id: number, name: string): Promise<void> {
  await call('PATCH /api/admin/servers/{id}', { params: { id: String(id) }, body: { name } });
  await invalidate();
}

type Rights = { scopes: BridgeScope[]; addresses: string[] };

/** Returns the token, which the server shows only once. */
export async function createToken(serverId: number, rights: Rights): Promise<string> {
  const params = { id: String(serverId) };
  const { token } = await call('POST /api/admin/servers/{id}/tokens', { params, body: rights });
  await invalidate();
  return token;
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

export async function updateLauncher(
  kind: LauncherKind,
  body: RouteInput<'PATCH /api/admin/launcher/{kind}'>['body'],
): Promise<void> {
  await call('PATCH /api/admin/launcher/{kind}', { params: { kind }, body });
  await reloadDownloads();
}

export async function setLauncherLink(
  body: RouteInput<'PUT /api/admin/launcher/link'>['body'],
): Promise<void> {
  await call('PUT /api/admin/launcher/link', { body });
  await reloadDownloads();
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
  await reloadDownloads();
  return saved;
}

function reloadDownloads(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: downloadsQuery.queryKey });
}

function invalidate(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin'] });
}
