import { change } from '#client/lib/change.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { DiscordAppChange, DiscordHookChange } from '#shared/endpoints/discord.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';

export const discordQuery = read('admin', 'GET /api/admin/discord', {});

export function messagesQuery(page: number) {
  return readPage('admin', 'GET /api/admin/discord/messages', { query: { page } });
}

export function saveHook(kind: DiscordKind, body: DiscordHookChange) {
  return change('admin', 'PUT /api/admin/discord/hooks/{kind}', { params: { kind }, body });
}

export function saveApp(body: DiscordAppChange) {
  return change('admin', 'PUT /api/admin/discord/app', { body });
}

export const linkQuery = read('me', 'GET /api/discord/link', {});
