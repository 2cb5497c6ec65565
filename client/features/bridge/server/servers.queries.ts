import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { BridgeScope, CommandType } from '#shared/bridge.ts';
import {
  createServer,
  createToken,
  getOnlineHistory,
  listCommands,
  listServers,
  removeServer,
  renameServer,
  revokeToken,
  rotateToken,
  sendCommand,
} from '#shared/server.ts';
import type { HistoryRange, LoggedCommand } from '#shared/server.ts';
import {
  getLauncher,
  getSiteSettings,
  updateLauncher,
  updateSiteSettings,
} from '#shared/site-settings.ts';

export const serversQuery = queryOptions({
  queryKey: ['admin', 'servers', 'list'],
  queryFn: ({ signal }) => call(listServers, {}, { signal }),
});

export function historyQuery(range: HistoryRange) {
  return queryOptions({
    queryKey: ['admin', 'servers', 'history', range],
    queryFn: ({ signal }) => call(getOnlineHistory, { query: { range } }, { signal }),
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
    queryFn: ({ signal }) => call(listCommands, { query: { page, type, state } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const siteSettingsQuery = queryOptions({
  queryKey: ['site', 'settings'],
  queryFn: ({ signal }) => call(getSiteSettings, {}, { signal }),
});

export const managedLauncherQuery = queryOptions({
  queryKey: ['site', 'launcher'],
  queryFn: ({ signal }) => call(getLauncher, {}, { signal }),
});

type Order = Parameters<typeof call<typeof sendCommand>>[1]['body'];

export async function order(body: Order): Promise<void> {
  await call(sendCommand, { body });
  await readAgain();
}

export async function addServer(name: string): Promise<void> {
  await call(createServer, { body: { name } });
  await readAgain();
}

export async function nameServer(id: number, name: string): Promise<void> {
  await call(renameServer, { params: { id: String(id) }, body: { name } });
  await readAgain();
}

export async function dropServer(id: number): Promise<void> {
  await call(removeServer, { params: { id: String(id) } });
  await readAgain();
}

type Rights = { scopes: BridgeScope[]; addresses: string[] };

/** The answer holds the token, which is shown once and kept nowhere. */
export async function makeToken(serverId: number, rights: Rights): Promise<string> {
  const params = { id: String(serverId) };
  const { token } = await call(createToken, { params, body: rights });
  await readAgain();
  return token;
}

export async function renewToken(serverId: number, tokenId: number): Promise<string> {
  const params = { id: String(serverId), tokenId: String(tokenId) };
  const { token } = await call(rotateToken, { params });
  await readAgain();
  return token;
}

export async function endToken(serverId: number, tokenId: number): Promise<void> {
  await call(revokeToken, { params: { id: String(serverId), tokenId: String(tokenId) } });
  await readAgain();
}

export async function saveSettings(
  body: Parameters<typeof call<typeof updateSiteSettings>>[1]['body'],
): Promise<void> {
  const saved = await call(updateSiteSettings, { body });
  queryClient.setQueryData(siteSettingsQuery.queryKey, saved);
}

export async function saveLauncher(
  body: Parameters<typeof call<typeof updateLauncher>>[1]['body'],
): Promise<void> {
  const saved = await call(updateLauncher, { body });
  queryClient.setQueryData(managedLauncherQuery.queryKey, saved);
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin', 'servers'] });
}
