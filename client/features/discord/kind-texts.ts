import type { DiscordKind } from '#shared/rules/discord.ts';

type Text = { label: string; hint: string; amount?: string };

export const kindTexts: Record<DiscordKind, Text> = {
  news: { label: 'News', hint: 'A post is published.' },
  events: { label: 'Events', hint: 'An event or a series is announced.' },
  reminders: {
    label: 'Event reminders',
    hint: 'An event is about to start.',
    amount: 'Minutes before the start',
  },
  polls: { label: 'Polls', hint: 'A poll opens.' },
  results: { label: 'Poll results', hint: 'A poll ends, with its result.' },
  servers: {
    label: 'Game servers',
    hint: 'A server was offline for two minutes, or is back.',
  },
  milestones: {
    label: 'Milestones',
    hint: 'A player reaches level 99 or becomes first in a list.',
  },
  votes: { label: 'Votes of the month', hint: 'On the first day of a month: the top voters.' },
  purchases: {
    label: 'Large purchases',
    hint: 'Names the player, the item and the price in public.',
    amount: 'Lowest price in coins',
  },
};
