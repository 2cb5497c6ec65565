import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { BridgeScope, CommandType } from '#shared/bridge.ts';
import * as endpoints from '#shared/game-servers.ts';
import type { HistoryRange, LoggedCommand } from '#shared/game-servers.ts';
import * as siteEndpoints from '#shared/site-settings.ts';

export const serversQuery = queryOptions({
  queryKey: ['admin', 'servers', 'list'],
  queryFn: ({ signal }) => call(endpoints.listServers, {}, { signal }),
});

export function historyQuery(range: HistoryRange) {
  return queryOptions({
    queryKey: ['admin', 'servers', 'history', range],
    queryFn: ({ signal }) => call(endpoints.getOnlineHistory, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type LogFilter = {
  page: number;
  type: CommandType | undefined;
  state: LoggedCommand['state'] | undefined;
};

export function commandLogQuery({ page, type, state }: LogFilter) {
  return queryOptions({
    queryKey: ['admin', 'servers', 'commands', { page, type, state }],
    queryFn: ({ signal }) =>
      call(endpoints.listCommands, { query: { page, type, state } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const siteSettingsQuery = queryOptions({
  queryKey: ['site', 'settings'],
  queryFn: ({ signal }) => call(siteEndpoints.getSiteSettings, {}, { signal }),
});

export const managedLauncherQuery = queryOptions({
  queryKey: ['site', 'launcher'],
  queryFn: ({ signal }) => call(siteEndpoints.getLauncher, {}, { signal }),
});

type Command = Parameters<typeof call<typeof endpoints.sendCommand>>[1]['body'];

export async function sendCommand(body: Command): Promise<void> {
  await call(endpoints.sendCommand, { body });
  await invalidate();
}

export async function createServer(name: string): Promise<void> {
  await call(endpoints.createServer, { body: { name } });
  await invalidate();
}

export async function renameServer(id: number, name: string): Promise<void> {
  await call(endpoints.renameServer, { params: { id: String(id) }, body: { name } });
  await invalidate();
}

export async function removeServer(id: number): Promise<void> {
  await call(endpoints.removeServer, { params: { id: String(id) } });
  await invalidate();
}

type Rights = { scopes: BridgeScope[]; addresses: string[] };

/** Returns the token, which the server shows only once. */
export async function createToken(serverId: number, rights: Rights): Promise<string> {
  const params = { id: String(serverId) };
  const { token } = await call(endpoints.createToken, { params, body: rights });
  await invalidate();
  return token;
}

export async function rotateToken(serverId: number, tokenId: number): Promise<string> {
  const params = { id: String(serverId), tokenId: String(tokenId) };
  const { token } = await call(endpoints.rotateToken, { params });
  await invalidate();
  return token;
}

export async function revokeToken(serverId: number, tokenId: number): Promise<void> {
  await call(endpoints.revokeToken, { params: { id: String(serverId), tokenId: String(tokenId) } });
  await invalidate();
}

export async function updateSiteSettings(
  body: Parameters<typeof call<typeof siteEndpoints.updateSiteSettings>>[1]['body'],
): Promise<void> {
  const saved = await call(siteEndpoints.updateSiteSettings, { body });
  queryClient.setQueryData(siteSettingsQuery.queryKey, saved);
}

export async function updateLauncher(
  body: Parameters<typeof call<typeof siteEndpoints.updateLauncher>>[1]['body'],
): Promise<void> {
  const saved = await call(siteEndpoints.updateLauncher, { body });
  queryClient.setQueryData(managedLauncherQuery.queryKey, saved);
}

function invalidate(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin', 'servers'] });
}
