import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { HiscoresRow } from '#shared/endpoints/hiscores.ts';
import { AppError } from '#shared/errors.ts';
import { maxFollowed } from '#shared/rules/hiscores.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './followed.db.ts';
import { findPlayerByKey } from './hiscores.db.ts';
import { noData, toRow } from './hiscores.service.ts';
import { getLists, numberOfList, numberOfMode } from './lists.service.ts';

type Changing = Pick<Deps, 'db' | 'live'>;

export async function listFollowedPlayers({ db }: Pick<Deps, 'db'>, accountId: number) {
  const players = await queries.listFollowedPlayers(db, accountId);
  return { usernames: players.map(({ name }) => formatUsername(name)) };
}

export async function listFollowedHiscores(
  deps: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  wanted: { skill: string; mode?: string | undefined },
): Promise<{ players: HiscoresRow[] }> {
  const lists = await getLists(deps);
  const skill = numberOfList(lists, wanted.skill);
  const mode = numberOfMode(lists, wanted.mode);
  const rows = await queries.listFollowedRows(deps.db, accountId, { skill, mode });
  return { players: rows.map(({ rank, row }) => toRow(row, { skill, rank, lists })) };
}

export async function followPlayer(
  { db, live }: Changing,
  accountId: number,
  username: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    const player = await findPlayerByKey(trx, toUsernameKey(username));
    if (!player) throw noData();
    if ((await queries.insertFollowedPlayer(trx, accountId, player.id)) > maxFollowed) {
      throw new AppError(
        'hiscores/too-many-followed',
        `You can follow at most ${maxFollowed} players.`,
      );
    }
    await live.publish(trx, { topic: 'me', accountId });
  });
}

export async function unfollowPlayer(
  { db, live }: Changing,
  accountId: number,
  username: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    await queries.deleteFollowedPlayer(trx, accountId, toUsernameKey(username));
    await live.publish(trx, { topic: 'me', accountId });
  });
}
