import type { Db } from '#server/db/schema.ts';
import { shorten, toTeaser } from '#server/lib/html/teaser.ts';
import type { PollQuestion } from '#shared/endpoints/polls.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';
import { formatCount, formatNumber } from '#shared/rules/format-count.ts';
import { countVotes, isWinner, percentOf, totalOf } from '#shared/rules/polls.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';
import { experienceOfLevel, maxLevel } from '#shared/rules/xp.ts';

import { escapeMarkdown as plain } from './embeds.ts';
import type { Thing } from './embeds.ts';
import * as queries from './things.db.ts';

type Look = {
  since: Date;
  /** The time of the database. */
  now: Date;
  amount: number;
  /** Left by the last look; null at the first. */
  seen: Record<string, unknown> | null;
  /** In the transaction that queues the messages. */
  remember: (seen: Record<string, unknown>) => Promise<void>;
  /** The name of the coins. */
  coins: string;
};

/** How each kind finds the things to announce. Looking twice finds the same things with the same keys. */
export const lookers: Record<DiscordKind, (db: Db, look: Look) => Promise<Thing[]>> = {
  async news(db, { since }) {
    const posts = await queries.findNewPosts(db, since);
    return posts.map(({ id, title, content, at }) => ({
      thing: String(id),
      title: plain(title),
      text: plain(toTeaser(content, 300)),
      path: `/news/${id}`,
      picture: `/og/news/${id}.png`,
      ...(at && { at }),
    }));
  },

  async events(db, { since }) {
    const events = await queries.findNewEvents(db, since);
    return events.map((event) => ({
      ...describeEvent(event),
      thing: event.seriesId === null ? `event-${event.id}` : `series-${event.seriesId}`,
      title: `New event: ${plain(event.title)}`,
    }));
  },

  async reminders(db, { amount }) {
    const events = await queries.findStartingEvents(db, amount);
    return events.map((event) => ({
      ...describeEvent(event),
      thing: `${event.id}-${event.startsAt.getTime()}`,
      title: `Starting soon: ${plain(event.title)}`,
    }));
  },

  async polls(db, { since }) {
    const polls = await queries.findNewPolls(db, since);
    return polls.map(({ id, title, endsAt, questions }) => ({
      ...describePoll(id),
      title: `New poll: ${plain(title)}`,
      text: [
        ...questions.map(({ question }) => plain(question)),
        `Open until ${timeOf(endsAt)}`,
      ].join('\n'),
      giveUpAt: endsAt,
    }));
  },

  async results(db, { since }) {
    const polls = await queries.findEndedPolls(db, since);
    return polls.map(({ id, title, questions, at }) => ({
      ...describePoll(id),
      title: `Poll ended: ${plain(title)}`,
      text: questions.map(describeResult).join('\n\n'),
      at,
    }));
  },

  async servers(db, { seen, now, remember }) {
    const servers = await queries.findServerStates(db);
    const wasUp = (id: number) => seen?.[id] as boolean | undefined;
    const known = servers.map(({ id, isUp, isSettled }) => [id, isSettled ? isUp : wasUp(id)]);
    await remember(Object.fromEntries(known));
    const changed = servers.filter(
      ({ id, isUp, isSettled }) => isSettled && wasUp(id) !== undefined && wasUp(id) !== isUp,
    );
    return changed.map(({ id, name, isUp }) => ({
      thing: `${id}-${isUp ? 'up' : 'down'}-${now.getTime()}`,
      title: isUp ? `${plain(name)} is back online` : `${plain(name)} is offline`,
      text: isUp ? 'You can log in again.' : 'We are looking into it.',
      path: '/play',
      at: now,
    }));
  },

  async milestones(db, { since, now, seen, remember }) {
    const leaders = await queries.findLeaders(db);
    const first = Object.fromEntries(leaders.map(({ skill, id }) => [skill, id]));
    await remember({ at: now.toISOString(), first });
    if (!seen) return [];
    // A report may be committed some seconds after its time.
    const from = new Date(Date.parse(String(seen['at'])) - 300_000);
    const tenths = experienceOfLevel(maxLevel) * 10;
    const masteries = await queries.findMasteries(db, from > since ? from : since, tenths);
    const before = seen['first'] as Record<string, number>;
    const risen = leaders.filter(({ skill, id }) => (before[skill] ?? id) !== id);
    return [
      ...masteries.map(({ skill, at, ...player }) => ({
        ...describePlayer(player, `reached level ${maxLevel} in ${plain(skill)}`),
        thing: `level-${player.id}-${skill}`,
        at,
      })),
      ...risen.map(({ skill, skillName, ...player }) => ({
        ...describePlayer(
          player,
          `is now first ${skillName ? `in ${plain(skillName)}` : 'overall'}`,
        ),
        thing: `first-${skill}-${player.id}-${now.getTime()}`,
        at: now,
      })),
    ];
  },

  async votes(db, { since, now }) {
    const firstOf = (month: number) => new Date(Date.UTC(now.getUTCFullYear(), month, 1));
    const [from, to] = [firstOf(now.getUTCMonth() - 1), firstOf(now.getUTCMonth())];
    const isNew = to >= since && now.getTime() - to.getTime() < 86_400_000;
    const voters = isNew ? await queries.findVotesOf(db, { from, to }) : [];
    if (voters.length === 0) return [];
    const month = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    const lines = voters.map(
      ({ username, votes }, at) => `${at + 1}. ${toVoter(username)}, ${formatCount(votes, 'vote')}`,
    );
    return [
      {
        thing: from.toISOString().slice(0, 7),
        title: `Top voters of ${from.toLocaleDateString('en-GB', month)}`,
        text: lines.join('\n'),
        path: '/vote',
        at: to,
      },
    ];
  },

  async purchases(db, { since, amount, coins }) {
    const found = await queries.findPurchases(db, since, amount);
    return found.map(({ id, accountId, username, item, quantity, price, at }) => ({
      thing: String(id),
      title: `${plain(formatUsername(username))} bought ${plain(item)}${quantity > 1 ? ` × ${formatNumber(quantity)}` : ''}`,
      text: `For ${formatNumber(price)} ${plain(coins)}.`,
      path: '/shop',
      at,
      accountId,
    }));
  },
};

/** The name in a list of voters. Until the list is sent, a deletion finds it by this. */
export function toVoter(username: string): string {
  return `**${plain(formatUsername(username))}**`;
}

type EventRow = { id: number; description: string; startsAt: Date };

function describeEvent({ id, description, startsAt }: EventRow) {
  return {
    text: `${timeOf(startsAt)}\n\n${plain(shorten(description, 300))}`,
    path: `/events?event=${id}`,
    picture: `/og/events/${id}.png`,
    giveUpAt: startsAt,
  };
}

function describePoll(id: number) {
  return { thing: String(id), path: `/polls/${id}`, picture: '/og/site.png' };
}

function describePlayer({ accountId, name }: queries.Ranked, what: string) {
  const search = new URLSearchParams({ player: formatUsername(name) });
  return {
    title: `${plain(formatUsername(name))} ${what}`,
    text: '',
    path: `/hiscores?${search}`,
    picture: `/og/player/${encodeURIComponent(toUsernameKey(name))}.png`,
    accountId,
  };
}

function describeResult(question: PollQuestion): string {
  const lines = question.answers.map((answer) => {
    const percent = percentOf(answer.votes, totalOf(question));
    const line = `${plain(answer.text)}: ${percent}% (${countVotes(answer.votes)})`;
    return isWinner(answer, question) ? `**${line}**` : line;
  });
  return [`__${plain(question.question)}__`, ...lines].join('\n');
}

/** Discord shows it in the reader's own time zone, with the time that is left. */
function timeOf(date: Date): string {
  const seconds = Math.floor(date.getTime() / 1000);
  return `<t:${seconds}:F> (<t:${seconds}:R>)`;
}
