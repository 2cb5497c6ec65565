import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router';

import { usePageTitle } from '#client/lib/page-title.ts';
import { column } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import { PagedView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { Season } from '#shared/endpoints/hiscore-lists.ts';
import type { GainedRow as Row } from '#shared/endpoints/hiscores.ts';
import { formatLongDate } from '#shared/rules/dates.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { seasonQuery, seasonsQuery } from './hiscores.queries.ts';
import { useListGroups } from './lists.tsx';
import { playerColumn } from './rank-table.tsx';
import { SeasonTime } from './season-line.tsx';

export function SeasonPage() {
  const { id } = useParams({ from: '/site/hiscores/seasons/$id' });
  const { skill, page } = useSearch({ from: '/site/hiscores/seasons/$id' });
  const query = useQuery(seasonQuery(id, skill, page));
  const { season, winners = [] } = query.data ?? {};
  usePageTitle(season?.name);
  const navigate = useNavigate();
  const lists = useListGroups().flatMap((group) => group.lists);
  const linkTo = (wanted: string, target = 1) =>
    linkOptions({
      to: '/hiscores/seasons/$id',
      params: { id },
      search: { skill: wanted, page: target },
    });
  return (
    <div className="wrap">
      <PageHeading
        above={<BackLink to="/hiscores">Back to Hiscores</BackLink>}
        lead={season && <Dates season={season} />}
      >
        {season?.name ?? 'Season'}
      </PageHeading>
      <Split second="smaller">
        <Stack>
          {season?.isClosed && winners.length > 0 && (
            <Panel heading="Winners" icon="coronet" pad="none">
              <Places caption="Winners" rows={winners} />
            </Panel>
          )}
          <SelectField
            label="Skill"
            value={skill}
            options={lists}
            onChange={({ target }) => void navigate(linkTo(target.value))}
          />
          <PagedView
            query={query}
            errorHeading="The season could not be loaded"
            loadingText="Loading season..."
            panel="stone"
            missing={<EmptyState scene="signpost" text="There is no such season." />}
            empty={<EmptyState scene="campfire" text="Nobody has gained anything here yet." />}
            label={`Pages of ${skill}`}
            link={(target) => linkTo(skill, target)}
          >
            {({ players }) => (
              <Panel pad="none">
                <Places caption={`${skill}, page ${page}`} rows={players} />
              </Panel>
            )}
          </PagedView>
        </Stack>
        <Stack>
          <Panel heading="How Scores Count" icon="info">
            <Text tone="soft">
              {season?.serverId == null
                ? 'Everyone starts at zero: only what players gain after the start counts.'
                : 'The season is played in a world of its own, where everyone starts from nothing.'}
            </Text>
          </Panel>
          <OtherSeasons id={id} />
        </Stack>
      </Split>
    </div>
  );
}

function Dates({ season }: { season: Season }) {
  return (
    <>
      <DateOf iso={season.startsAt} /> to <DateOf iso={season.endsAt} />
      {!season.isClosed && (
        <>
          {', '}
          <SeasonTime season={season} />
        </>
      )}
    </>
  );
}

function DateOf({ iso }: { iso: string }) {
  return <LocalTime iso={iso} text={(timeZone) => formatLongDate(iso, { timeZone })} />;
}

const columns = [
  column<Row>('Rank', ({ rank }) => <Medal rank={rank} />, { narrow: true }),
  playerColumn<Row>(),
  column<Row>('Gained', ({ experience }) => formatExperience(experience), { numeric: true }),
];

function Places({ caption, rows }: { caption: string; rows: Row[] }) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ username }) => username}
    />
  );
}

function OtherSeasons({ id }: { id: string }) {
  const { data } = useQuery(seasonsQuery);
  const others = data?.seasons.filter((season) => String(season.id) !== id) ?? [];
  if (others.length === 0) return null;
  return (
    <Panel heading="Other Seasons" icon="hourglass">
      <Entries>
        {others.map((season) => (
          <Entry
            key={season.id}
            text={
              <Link to="/hiscores/seasons/$id" params={{ id: String(season.id) }}>
                {season.name}
              </Link>
            }
            facts={<Dates season={season} />}
          />
        ))}
      </Entries>
    </Panel>
  );
}
