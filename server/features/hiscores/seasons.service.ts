import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import {
  getServerName,
  isCountedForHiscores,
} from '#server/features/game-servers/servers.service.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Work } from '#server/lib/data/change.ts';
import { pagingOf } from '#server/lib/requests/paging.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import type { HiscoreLists, Season } from '#shared/endpoints/hiscore-lists.ts';
import type { SeasonDraft, SeasonPage } from '#shared/endpoints/seasons.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';

import { toGainedRows } from './hiscores.service.ts';
import { getLists, numberOfList, toHiscoreLists } from './lists.service.ts';
import * as queries from './seasons.db.ts';
import type { SeasonRow } from './seasons.db.ts';

const listedPlayers = 500;
const winnerCount = 3;

type SeasonDeps = Pick<Deps, 'db' | 'live'>;

export async function listSeasons({ db }: Pick<Deps, 'db'>): Promise<Season[]> {
  return (await queries.findSeasons(db)).map(toSeason);
}

/** With the season that runs or comes next, else the latest. */
export async function getHiscoreLists(deps: SeasonDeps): Promise<HiscoreLists> {
  const seasons = await listSeasons(deps);
  const season = seasons.findLast(({ isClosed }) => !isClosed) ?? seasons[0];
  return { ...toHiscoreLists(await getLists(deps)), ...(season && { season }) };
}

export async function getSeason(
  deps: SeasonDeps,
  id: number,
  { skill, page }: { skill: string; page: number },
): Promise<SeasonPage> {
  const list = numberOfList(await getLists(deps), skill);
  const season = toSeason(assertFound(await queries.findSeason(deps.db, id)));
  const best = await findBest(deps, { seasonId: id, skill: list, size: listedPlayers });
  const skip = (page - 1) * hiscoresPageSize;
  return {
    season,
    winners: await findBest(deps, { seasonId: id, skill: 0, size: winnerCount }),
    skill,
    players: best.slice(skip, skip + hiscoresPageSize),
    ...pagingOf(page, hiscoresPageSize, best.length),
  };
}

async function findBest(deps: SeasonDeps, wanted: Parameters<typeof queries.findBest>[1]) {
  const rows = await queries.findBest(deps.db, wanted);
  return toGainedRows(rows, wanted.skill, await getLists(deps));
}

export function createSeason(deps: SeasonDeps, actor: Actor, draft: SeasonDraft): Promise<Season> {
  return changeSeasons(deps, actor, async (trx, audit) => {
    const startsAt = new Date(Math.max(Date.parse(draft.startsAt), Date.now())).toISOString();
    const season = { ...draft, startsAt };
    const id = await queries.insertSeason(trx, await toColumns(trx, season));
    audit('seasons/created', id, { after: season });
    return toSeason(assertFound(await queries.findSeason(trx, id)));
  });
}

export function updateSeason(
  deps: SeasonDeps,
  actor: Actor,
  { id, draft }: { id: number; draft: SeasonDraft },
): Promise<Season> {
  return changeSeasons(deps, actor, async (trx, audit) => {
    const before = assertFound(await queries.lockSeason(trx, id));
    const fixed = pickDraft(before);
    const season: SeasonDraft = {
      ...draft,
      ...(before.hasBegun && { startsAt: fixed.startsAt, serverId: fixed.serverId }),
      ...(before.isClosed && { endsAt: fixed.endsAt }),
    };
    const columns = await toColumns(trx, season, { mayBeOver: before.isClosed });
    await queries.updateSeason(trx, id, columns);
    audit('seasons/changed', id, findChanges(fixed, season, ['name']));
    return toSeason(assertFound(await queries.findSeason(trx, id)));
  });
}

export function closeSeason(deps: SeasonDeps, actor: Actor, id: number): Promise<Season> {
  return changeSeasons(deps, actor, async (trx, audit) => {
    const before = assertFound(await queries.lockSeason(trx, id));
    if (before.isClosed || !before.hasBegun) {
      throw new AppError('request/invalid', 'Only a running season can be closed.');
    }
    await queries.closeSeason(trx, id, listedPlayers);
    audit('seasons/closed', id, { before: pickDraft(before) });
    return toSeason(assertFound(await queries.findSeason(trx, id)));
  });
}

export async function deleteSeason(deps: SeasonDeps, actor: Actor, id: number): Promise<void> {
  await changeSeasons(deps, actor, async (trx, audit) => {
    const before = assertFound(await queries.lockSeason(trx, id));
    await queries.deleteSeason(trx, id);
    audit('seasons/deleted', id, { before: pickDraft(before) });
  });
}

/** For the job. Two replicas wait for each other, and the second finds nothing to do. */
export async function closeDueSeasons(deps: SeasonDeps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const due = await queries.lockDueSeasons(trx);
    for (const { id } of due) await queries.closeSeason(trx, id, listedPlayers);
    if (due.length === 0) return;
    for (const topic of seasonTopics) await deps.live.publish(trx, { topic });
  });
}

/** The line on the hiscores page and the reports read the seasons from caches of the topic `site`. */
const seasonTopics = ['site', 'hiscores'] as const;

function changeSeasons<T>(deps: SeasonDeps, actor: Actor, work: Work<T>): Promise<T> {
  return change(deps, actor, seasonTopics, work).catch((error: unknown) => {
    if (!(error instanceof Error) || codeOf(error) !== '23P01') throw error;
    throw invalidField('startsAt', 'Another season runs in this time.');
  });
}

async function toColumns(trx: Db, draft: SeasonDraft, { mayBeOver = false } = {}) {
  const { name, serverId } = draft;
  const [startsAt, endsAt] = [new Date(draft.startsAt), new Date(draft.endsAt)];
  if (endsAt <= startsAt) throw invalidField('endsAt', 'The end must be after the start.');
  if (!mayBeOver && endsAt <= new Date()) {
    throw invalidField('endsAt', 'The end must be in the future.');
  }
  if (serverId !== null) await assertWorld(trx, serverId);
  return { name, starts_at: startsAt, ends_at: endsAt, server_id: serverId };
}

async function assertWorld(trx: Db, serverId: number): Promise<void> {
  await getServerName(trx, serverId);
  if (!(await isCountedForHiscores(trx, serverId))) return;
  throw invalidField('serverId', 'Choose a server that does not count for the hiscores.');
}

function assertFound(row: SeasonRow | undefined): SeasonRow {
  if (!row) throw new AppError('request/not-found', 'This season does not exist.');
  return row;
}

function toSeason({ hasBegun: _begun, startsAt, endsAt, ...row }: SeasonRow): Season {
  return { ...row, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
}

function pickDraft(row: SeasonRow): SeasonDraft {
  const { name, startsAt, endsAt, serverId } = toSeason(row);
  return { name, startsAt, endsAt, serverId };
}
