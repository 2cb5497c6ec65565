import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { readStored } from '#server/lib/secrets/stored-secret.ts';

import { askDiscord } from './discord-api.ts';
import type { DiscordAnswer } from './discord-api.ts';
import { discordApp } from './discord.settings.ts';
import * as queries from './links.db.ts';
import type { DueMember } from './links.db.ts';

type RoleDeps = Pick<Deps, 'db' | 'live' | 'config'>;
type Bot = { token: string; guildId: string; managed: string[] };

const membersPerRun = 50;
/** After how many seconds the roles at Discord are compared again: someone may have changed them there, or joined. */
const nextLook = { member: 86_400, stranger: 3_600 };
const Member = z.object({ roles: z.array(z.string()) });

/** The job: gives the roles whose reason began and takes back those whose reason ended, also after unlinking. */
export async function settleRoles(deps: RoleDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps;
  const { guildId, botToken, roles: rules } = await getSetting(deps, discordApp);
  // Without a bot no role can be taken back.
  if (!botToken || !guildId) return queries.deleteUnlinked(db);
  const token = readStored(deps.config, 'discord botToken', botToken);
  if (token === undefined) {
    throw new Error(
      'The token of the bot cannot be read, because the key of the site changed. Enter it again.',
    );
  }
  const bot = { token, guildId, managed: rules.map(({ roleId }) => roleId) };
  for (const member of await queries.findDueMembers(db, rules, membersPerRun)) {
    if (signal?.aborted) return;
    const problem = await settleMember(deps, bot, member);
    if (!problem) continue;
    // The next member would meet the same.
    await queries.updateMember(db, member.discordId, { seconds: problem.seconds });
    if (problem.reason !== undefined) throw new Error(problem.reason);
    return;
  }
}

type Problem = { seconds: number; reason?: string };

async function settleMember(
  deps: RoleDeps,
  bot: Bot,
  { discordId, roles, wanted, isLinked }: DueMember,
): Promise<Problem | undefined> {
  const { db } = deps;
  const path = `/guilds/${bot.guildId}/members/${discordId}`;
  const found = await ask(deps, bot, { method: 'GET', path });
  // Not a member of the Discord server: no error, they may join later.
  const isStranger = found.kind === 'refused' && found.status === 404;
  if (!isStranger && found.kind !== 'ok') return toProblem(found);
  if (found.kind === 'ok') {
    const has = z.safeParse(Member, found.json).data?.roles ?? [];
    const managed = new Set([...bot.managed, ...roles]);
    const missing = wanted.filter((role) => !has.includes(role));
    const over = has.filter((role) => managed.has(role) && !wanted.includes(role));
    const requests = [
      ...missing.map((role) => ({ method: 'PUT' as const, path: `${path}/roles/${role}` })),
      ...over.map((role) => ({ method: 'DELETE' as const, path: `${path}/roles/${role}` })),
    ];
    for (const request of requests) {
      const done = await ask(deps, bot, request);
      if (done.kind !== 'ok') return toProblem(done);
    }
  }
  const seconds = isStranger ? nextLook.stranger : nextLook.member;
  if (isLinked) await queries.updateMember(db, discordId, { roles: wanted, seconds });
  else await queries.deleteUnlinked(db, discordId);
  return undefined;
}

function ask(
  deps: RoleDeps,
  { token }: Bot,
  request: { method: 'GET' | 'PUT' | 'DELETE'; path: string },
): Promise<DiscordAnswer> {
  return askDiscord(deps, {
    ...request,
    bucket: 'bot',
    headers: { authorization: `Bot ${token}` },
  });
}

function toProblem(answer: Exclude<DiscordAnswer, { kind: 'ok' }>): Problem {
  if (answer.kind === 'limited') return { seconds: answer.seconds };
  if (answer.kind !== 'refused') return { seconds: 60, reason: answer.reason };
  const what = advice[answer.status] ?? 'Check the ids of the roles.';
  return { seconds: 3_600, reason: `${answer.reason} ${what}` };
}

const advice: Record<number, string | undefined> = {
  401: 'Check the token of the bot.',
  403: 'The bot needs the permission “Manage Roles”, and its own role above the roles that it gives.',
};
