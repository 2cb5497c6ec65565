import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';

import { useSession } from '#client/lib/session.ts';
import { column } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import type { HiscoresPage, HiscoresRecord, HiscoresRow } from '#shared/endpoints/hiscores.ts';
import { formatNumber } from '#shared/rules/format-count.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { overall } from '#shared/rules/skills.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { playerQuery, rankChangesQuery } from './hiscores.queries.ts';
import { useCounter, useListSearch } from './lists.tsx';
import type { ListSearch } from './lists.tsx';
import { RankChange } from './rank-change.tsx';
import { SkillLevel } from './skill-level.tsx';

import styles from './rank-table.module.css';

type Props = {
  skill: string;
  page: Pick<HiscoresPage, 'skill' | 'page' | 'players'>;
  /** The row with the rank that was asked for. */
  marked?: HiscoresRow | undefined;
};

export function RankTable({ skill, page, marked }: Props) {
  const list = useListSearch();
  const isPlain = !list.mode && !list.followed;
  const moves = useQuery({ ...rankChangesQuery(skill, page.page), enabled: isPlain });
  const changes = new Map(moves.data?.changes.map(({ username, change }) => [username, change]));
  const own = useOwnRow(skill, list.mode);
  const ownKey = toUsernameKey(useSession().username);
  const isOwn = ({ username }: HiscoresRow) => ownKey !== '' && toUsernameKey(username) === ownKey;
  const isCounter = useCounter(skill) !== undefined;
  return (
    <DataTable
      caption={`${skill} Hiscores, page ${page.page}`}
      columns={columnsOf({ skill, isCounter, list, changes, own, marked })}
      rows={page.players}
      rowKey={(row) => row.username}
      isHighlighted={(row) => row === marked || isOwn(row)}
      pinned={page.players.some(isOwn) ? undefined : own}
      className={styles.list}
      animate
    />
  );
}

/** The signed-in player's row in a list; undefined if they are not ranked in it. */
function useOwnRow(skill: string, mode: string | undefined): HiscoresRow | undefined {
  const { isLoggedIn, username } = useSession();
  const { data } = useQuery({ ...playerQuery(username), enabled: isLoggedIn });
  if (!data || (mode && data.mode !== mode)) return undefined;
  const { totalLevel, totalExp, user_rights } = data;
  const place = findPlace(data, skill);
  const rank = mode ? place?.modeRank : place?.rank;
  if (!place || rank == null) return undefined;
  const { level, experience } = place;
  const own = { rank, level, experience, username: data.username, user_rights };
  return { ...own, totalLevel, totalExp, ...(data.mode && { mode: data.mode }) };
}

function findPlace({ counters, playerStats, ...all }: HiscoresRecord, skill: string) {
  if (skill === overall) return { ...all, level: all.totalLevel, experience: all.totalExp };
  const count = counters?.find(({ name }) => name === skill);
  if (count) return { ...count, level: null, experience: count.score };
  return playerStats.find((stat) => stat.skill === skill);
}

type ColumnInput = {
  skill: string;
  isCounter: boolean;
  list: ListSearch;
  changes: ReadonlyMap<string, number>;
  own: HiscoresRow | undefined;
  marked: HiscoresRow | undefined;
};

function columnsOf(input: ColumnInput): Column<HiscoresRow>[] {
  const { skill, isCounter, list, changes, own, marked } = input;
  const rank = (row: HiscoresRow) => (
    <span className={styles.place} ref={row === marked ? scrollTo : undefined}>
      {row === own ? <OwnRank rank={row.rank} /> : <Medal rank={row.rank} />}
      <RankChange change={changes.get(row.username)} />
    </span>
  );
  const level = ({ level: reached }: HiscoresRow) =>
    skill === overall ? formatNumber(reached ?? 0) : <SkillLevel level={reached ?? 1} />;
  const score = ({ experience }: HiscoresRow) => formatExperience(experience);
  return [
    column('Rank', rank, { narrow: true }),
    playerColumn(list),
    ...(isCounter ? [] : [column('Level', level, { numeric: true })]),
    column(isCounter ? 'Score' : 'Experience', score, { numeric: true }),
  ];
}

type Named = Pick<HiscoresRow, 'username' | 'user_rights' | 'mode' | 'supporter'>;

export function playerColumn<Row extends Named>(list: Partial<ListSearch> = {}): Column<Row> {
  const cell = ({ username, user_rights: rights, ...row }: Row) => (
    <PlayerName
      name={username}
      rights={rights}
      mode={row.mode}
      supporter={row.supporter}
      link={linkOptions({ to: '/hiscores', search: { ...list, player: username } })}
    />
  );
  return column('Player', cell, { rowHeader: true });
}

function scrollTo(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'center' });
}

/** In the pinned row: leads to the page with this rank. */
function OwnRank({ rank }: { rank: number }) {
  const { skill, mode } = useListSearch();
  const page = Math.ceil(rank / hiscoresPageSize);
  return (
    <Link
      to="/hiscores"
      search={{ skill, mode, page }}
      className={styles.rank}
      aria-label={`Your rank: ${formatNumber(rank)}. Go to page ${page}`}
    >
      {formatNumber(rank)}
    </Link>
  );
}
