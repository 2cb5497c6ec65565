import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';

import { askDiscord } from './discord-api.ts';
import { discordApp, discordWidget } from './discord.settings.ts';
import type { Widget } from './discord.settings.ts';

type WidgetDeps = Pick<Deps, 'db' | 'live' | 'config'>;

const invitePattern = /^https:\/\/discord\.(?:gg|com)\/[\w/-]+$/;

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
  const value = answer.kind === 'ok' ? toWidget(guildId, z.parse(Answer, answer.json)) : null;
  // A change drops the cached pages.
  if (!isDeepStrictEqual(await getSetting(deps, discordWidget), value)) {
    await setSetting(deps, discordWidget, { value, by: null });
  }
  if (answer.kind === 'ok') return;
  const advice = answer.kind === 'refused' ? ' Check the id, and switch on the server widget.' : '';
  throw new Error(answer.reason + advice);
}

function toWidget(guildId: string, answer: z.infer<typeof Answer>): Widget {
  const { presence_count: online, instant_invite: link } = answer;
  return { guildId, online, invite: link !== null && invitePattern.test(link) ? link : null };
}

/** Null if it is not shown, or the last look failed. */
export async function findOnline(deps: WidgetDeps): Promise<Widget> {
  const { guildId, showsOnline } = await getSetting(deps, discordApp);
  const widget = await getSetting(deps, discordWidget);
  if (!showsOnline || widget?.guildId !== guildId) return null;
  return (await isOn(deps, 'discord')) ? widget : null;
}
