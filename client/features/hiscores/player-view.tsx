import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { usePageTitle } from '#client/lib/page-title.ts';
import { useSession } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { column } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { breakName } from '#client/ui/text/break-name.ts';
import { Crown } from '#client/ui/text/crown.tsx';
import { ModeIcon, SupporterIcon } from '#client/ui/text/mode-icon.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { Muted, Text } from '#client/ui/text/text.tsx';
import type { HiscoresRecord, PlayerGains } from '#shared/endpoints/hiscores.ts';
import { formatCount, formatNumber } from '#shared/rules/format-count.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';
import { formatExperience, maxLevel } from '#shared/rules/xp.ts';

import { FollowButton } from './follow-button.tsx';
import { gainsQuery, playerQuery, suggestionsQuery } from './hiscores.queries.ts';
import { BackToList, useListSearch } from './lists.tsx';
import { PlayerActivity } from './player-activity.tsx';
import { PlayerCounters } from './player-counters.tsx';
import { PlayerCrest } from './player-crest.tsx';
import { PlayerHistory } from './player-history.tsx';
import { SkillLevel } from './skill-level.tsx';
import { SkillTiles } from './skill-tiles.tsx';
import { useSkillRows } from './use-skill-rows.ts';

import styles from './player-view.module.css';

type Props = { name: string };

export function PlayerHeading({ name, beside }: Props & { beside: ReactNode }) {
  const { data: player } = useQuery(playerQuery(name));
  // Null is a name without a record.
  const heading = player === null ? name : `${player?.username ?? formatUsername(name)}'s Stats`;
  usePageTitle(heading);
  return (
    <PageHeading
      above={<BackToList />}
      beside={beside}
      actions={
        player && (
          <>
            <CompareWithMe player={player} />
            <FollowButton name={player.username} />
            <Report name={player.username} />
          </>
        )
      }
    >
      {heading}
      {player && <Crown rights={player.user_rights} className={styles.crown} />}
      {player && <ModeIcon mode={player.mode} className={styles.crown} />}
      {player && <SupporterIcon step={player.supporter} className={styles.crown} />}
    </PageHeading>
  );
}

export function PlayerView({ name }: Props) {
  const player = useQuery(playerQuery(name));
  const gains = useQuery({ ...gainsQuery(name), enabled: Boolean(player.data) });
  return (
    <QueryView
      query={player}
      errorHeading="The player could not be loaded."
      loadingText="Loading player..."
      skeleton={<PlayerSkeleton />}
      panel="stone"
    >
      {(record) =>
        record ? (
          <Stack>
            <Summary player={record} gains={gains.data} />
            <PlayerCounters player={record} gains={gains.data} />
            <PlayerActivity name={name} />
            <PlayerHistory name={name} gains={gains.data ?? (gains.isError ? null : undefined)} />
            <Panel pad="none">
              <SkillTable player={record} gains={gains.data} />
            </Panel>
          </Stack>
        ) : (
          <UnknownPlayer name={name} />
        )
      }
    </QueryView>
  );
}

type RecordProps = { player: HiscoresRecord; gains: PlayerGains | undefined };

function Summary({ player, gains }: RecordProps) {
  const mode = useSite().modes?.find(({ key }) => key === player.mode);
  return (
    <Panel variant="ornate" className={styles.head}>
      <PlayerCrest name={player.username} rank={player.rank} />
      <dl className={styles.summary}>
        <Stat
          label="Overall rank"
          value={formatFigure(player.rank)}
          note={mode && player.modeRank && `${mode.name} rank ${formatNumber(player.modeRank)}`}
        />
        <Stat label="Total level" value={formatFigure(player.totalLevel)} />
        <Stat label="Total XP" value={formatFigure(player.totalExp)} />
        <Stat label="Combat level" value={formatFigure(player.combatLevel)} />
      </dl>
      <HighestLevels player={player} />
      <SkillTiles player={player} gains={gains} />
    </Panel>
  );
}

function HighestLevels({ player }: { player: HiscoresRecord }) {
  const { skills } = useSite();
  const count = player.playerStats.filter(({ level }) => level >= maxLevel).length;
  if (count === 0) return null;
  return (
    <p className={styles.highest}>
      <Icon name="coronet" />
      {count === skills.length
        ? `Level ${maxLevel} in every skill`
        : `Level ${maxLevel} in ${formatCount(count, 'skill')}`}
    </p>
  );
}

function formatFigure(value: unknown): number | string {
  return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : 'N/A';
}

function UnknownPlayer({ name }: Props) {
  const list = useListSearch();
  const { data: similar = [] } = useQuery(suggestionsQuery(name));
  return (
    <Panel aria-live="polite">
      <EmptyState
        scene="lost-road"
        heading="No player by that name."
        text={
          similar.length === 0 ? (
            'Check the spelling, or look through the lists.'
          ) : (
            <>
              Did you mean{' '}
              {similar.slice(0, 3).map(({ username }, at) => (
                <span key={username}>
                  {at > 0 && ', '}
                  <Link to="/hiscores" search={{ ...list, player: username }}>
                    {username}
                  </Link>
                </span>
              ))}
              ?
            </>
          )
        }
      />
    </Panel>
  );
}

type Row = ReturnType<typeof useSkillRows>[number];

function SkillTable({ player, gains }: RecordProps) {
  return (
    <DataTable
      caption={`Skills of ${player.username}`}
      columns={skillColumns}
      rows={useSkillRows(player, gains)}
      rowKey={({ skill }) => skill}
      className={styles.skills}
    />
  );
}

const skillColumns = [
  column<Row>(
    'Skill',
    ({ skill }) => (
      <Link to="/hiscores" search={{ skill }} className={styles.skill}>
        <SkillIcon skill={skill} />
        {breakName(skill)}
      </Link>
    ),
    { rowHeader: true },
  ),
  column<Row>('Rank', ({ rank }) => rank?.toLocaleString('en') ?? <Muted>N/A</Muted>, {
    numeric: true,
  }),
  column<Row>('Level', ({ level }) => <SkillLevel level={level} />, { numeric: true }),
  column<Row>('Experience', ({ experience }) => formatExperience(experience), { numeric: true }),
  column<Row>('This week', ({ gain }) => <Gain gain={gain} />, { numeric: true, priority: 2 }),
];

function Gain({ gain }: { gain: number }) {
  if (gain <= 0) return '–';
  return (
    <Text as="span" tone="good">
      +{formatExperience(gain)}
    </Text>
  );
}

function CompareWithMe({ player }: { player: HiscoresRecord }) {
  const list = useListSearch();
  const { isLoggedIn, username } = useSession();
  const own = useQuery({ ...playerQuery(username), enabled: isLoggedIn });
  if (!own.data || toUsernameKey(username) === toUsernameKey(player.username)) return null;
  const compare = `${own.data.username},${player.username}`;
  return (
    <LinkButton to="/hiscores" search={{ ...list, compare }} size="sm">
      Compare with Me
    </LinkButton>
  );
}

function Report({ name }: Props) {
  const { username } = useSession();
  if (toUsernameKey(username) === toUsernameKey(name)) return null;
  return (
    <LinkButton to="/support" search={{ about: `player:${name}` }} size="sm" tone="quiet">
      Report
    </LinkButton>
  );
}

function PlayerSkeleton() {
  return (
    <Stack>
      <Panel variant="ornate">
        <Skeleton shape="block" height="108px" />
      </Panel>
      <Panel>
        <Skeleton shape="block" height="320px" />
      </Panel>
    </Stack>
  );
}
