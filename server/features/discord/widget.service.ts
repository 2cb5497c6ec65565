import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { storeValue } from '#server/lib/data/settings.db.ts';
import { getSetting } from '#server/lib/data/settings.ts';

import { askDiscord } from './discord-api.ts';
import { discordApp, discordWidget } from './discord.settings.ts';

type WidgetDeps = Pick<Deps, 'db' | 'live' | 'config'>;

const invitePattern = /^https:\/\/discord\.(?:gg|com)\/[\w/-]+$/;
const maxAgeMs = 10 * 60_000;

/** The part of Discord's answer that we use. */
const Answer = z.object({
  presence_count: z.int().check(z.minimum(0)),
  instant_invite: z.nullable(z.string()),
});

/** The job; it fails with the reason. Pages are served with what it found last; no request waits for Discord. */
export async function lookAtWidget(deps: WidgetDeps): Promise<void> {
  const { guildId, showsOnline } = await getSetting(deps, discordApp);
  if (!showsOnline || !guildId) return;
  const path = `/guilds/${guildId}/widget.json`;
  const answer = await askDiscord(deps, { method: 'GET', path, bucket: 'widget' });
  if (answer.kind === 'limited') return;
  if (answer.kind !== 'ok') throw new Error(explain(answer));
  const { presence_count: online, instant_invite: link } = z.parse(Answer, answer.json);
  const invite = link !== null && invitePattern.test(link) ? link : null;
  // It is not published: pages show it within seconds.
  await storeValue(deps.db, discordWidget.key, { guildId, online, invite, at: Date.now() });
}

function explain(answer: { reason: string; status?: number }): string {
  return answer.status === 403 || answer.status === 404
    ? `${answer.reason} Check the id, and switch on the server widget at Discord.`
    : answer.reason;
}

export type DiscordOnline = { online: number; invite: string | null };

/** Null if it is not shown, or the last look is more than ten minutes old. */
export async function findOnline(deps: WidgetDeps): Promise<DiscordOnline | null> {
  const { guildId, showsOnline } = await getSetting(deps, discordApp);
  if (!showsOnline || !(await isOn(deps, 'discord'))) return null;
  const widget = await getSetting(deps, discordWidget);
  if (widget?.guildId !== guildId || Date.now() - widget.at > maxAgeMs) return null;
  return { online: widget.online, invite: widget.invite };
}
