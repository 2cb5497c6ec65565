import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import type { Live } from '#server/lib/data/live.ts';
import { findStoredValue, storeValue } from '#server/lib/data/settings.db.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { TopicCache } from '#server/lib/data/topic-cache.ts';

import { askDiscord } from './discord-api.ts';
import { discordApp } from './discord.settings.ts';

type WidgetDeps = Pick<Deps, 'db' | 'live' | 'config'>;

const widgetKey = 'discord.widget';
const invitePattern = /^https:\/\/discord\.(?:gg|com)\/[\w/-]+$/;
const maxAgeMs = 10 * 60_000;

type Widget = z.infer<typeof Widget>;
const Widget = z.object({
  guildId: z.string(),
  online: z.int(),
  invite: z.nullable(z.string()),
  at: z.number(),
});

/** The part of Discord's answer that we use. */
const Answer = z.object({
  presence_count: z.int().check(z.minimum(0)),
  instant_invite: z.nullable(z.string()),
});

/** The job; it fails with the reason. Pages are served with what it found last; no request waits for Discord. */
export async function lookAtWidget(deps: WidgetDeps): Promise<void> {
  const { db } = deps;
  const { guildId, showsOnline } = await getSetting(deps, discordApp);
  if (!showsOnline || !guildId) return;
  const path = `/guilds/${guildId}/widget.json`;
  const answer = await askDiscord(deps, { method: 'GET', path, bucket: 'widget' });
  if (answer.kind === 'limited') return;
  if (answer.kind !== 'ok') throw new Error(explain(answer));
  const { presence_count: online, instant_invite: link } = z.parse(Answer, answer.json);
  const invite = link !== null && invitePattern.test(link) ? link : null;
  await storeValue(db, widgetKey, { guildId, online, invite, at: Date.now() } satisfies Widget);
}

function explain(answer: { reason: string; status?: number }): string {
  return answer.status === 403 || answer.status === 404
    ? `${answer.reason} Check the id, and switch on the server widget at Discord.`
    : answer.reason;
}

export type DiscordOnline = { online: number; invite: string | null };

const caches = new WeakMap<Live, TopicCache<DiscordOnline | null>>();

/** Null if it is not shown, or the last look is more than ten minutes old. Every page asks, so it is cached. */
export async function findOnline(deps: WidgetDeps): Promise<DiscordOnline | null> {
  const { db, live } = deps;
  const cache = caches.get(live) ?? createTopicCache<DiscordOnline | null>(live, 1, 10_000);
  caches.set(live, cache);
  const { guildId, showsOnline } = await getSetting(deps, discordApp);
  if (!showsOnline || !(await isOn(deps, 'discord'))) return null;
  return cache.get('widget', ['site'], async () => {
    const parsed = z.safeParse(Widget, await findStoredValue(db, widgetKey));
    if (!parsed.success) return null;
    const { online, invite, at, guildId: of } = parsed.data;
    return of === guildId && Date.now() - at < maxAgeMs ? { online, invite } : null;
  });
}
