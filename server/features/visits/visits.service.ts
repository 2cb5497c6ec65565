import type { Deps } from '#server/deps.ts';
import { findSanctionsInForce } from '#server/features/sanctions/sanctions.service.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { OwnNews } from '#shared/endpoints/visits.ts';
import { levelOfTenths, startTenthsOf } from '#shared/rules/xp.ts';

import * as queries from './visits.db.ts';
import type { ExperienceBySkill } from './visits.tables.ts';

/** The look first: it may begin a visit, and then the news is since the one before. */
export async function visitProfile(
  deps: Pick<Deps, 'db'>,
  account: SessionAccount,
): Promise<OwnNews> {
  await queries.recordLook(deps.db, account);
  return getOwnNews(deps, account);
}

export async function getOwnNews(
  { db }: Pick<Deps, 'db'>,
  account: SessionAccount,
): Promise<OwnNews> {
  const { since, memberSince, experience } = await queries.findVisit(db, account.id);
  const deliveries = since ? await queries.findDeliveries(db, account.id, since) : [];
  const events = await queries.findOwnEvents(db, account.id);
  const nextEvent = await queries.findNextEvent(db);
  const sanctions = await findSanctionsInForce(db, account.id);
  return {
    since: since && since.toISOString(),
    memberSince: memberSince.toISOString(),
    isMuted: sanctions.some(({ kind }) => kind === 'mute'),
    levels: since ? await findLevels(db, account, experience) : [],
    deliveries,
    openPolls: await queries.findOpenPolls(db, account),
    events: events.map(toOwnEvent),
    nextEvent: nextEvent ? toOwnEvent(nextEvent) : null,
  };
}

/** A character that is newer than the last visit began at the start levels. */
async function findLevels(
  db: Deps['db'],
  { usernameKey }: SessionAccount,
  before: ExperienceBySkill | null,
): Promise<OwnNews['levels']> {
  const skills = await queries.findExperience(db, usernameKey);
  return skills
    .map(({ skill, startLevel, tenths }) => {
      const from = levelOfTenths(before?.[skill] ?? startTenthsOf({ startLevel }));
      return { skill, from, to: levelOfTenths(tenths) };
    })
    .filter(({ from, to }) => to > from);
}

function toOwnEvent({ id, title, startsAt }: { id: number; title: string; startsAt: Date }) {
  return { id: String(id), title, dateTime: startsAt.toISOString() };
}
