import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { useNow } from '#client/lib/use-now.ts';
import { actionsColumn, column, dateColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import { ActionIcon, DeleteIcon } from '#client/ui/form/action-button.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { Season } from '#shared/endpoints/hiscore-lists.ts';

import { seasonsQuery } from './hiscores.queries.ts';
import { SeasonEditor } from './season-editor.tsx';

export function AdminSeasonsPage() {
  return (
    <EditorPage
      heading="Seasons"
      lead="Times in which all players compete from the same start. One runs at a time, and its winners stay."
      newLabel="New Season"
      many="seasons"
      query={useQuery(seasonsQuery)}
      read={({ seasons }) => seasons}
      missing="This season no longer exists."
      empty={{
        scene: 'campfire',
        heading: 'No seasons yet',
        text: 'A season counts what players gain between two dates.',
        action: 'Plan a Season',
      }}
      Editor={SeasonEditor}
    >
      {({ seasons }) => (
        <Panel variant="plain" pad="none" heading="All Seasons" icon="hourglass">
          <RecordTable caption="All Seasons" columns={columns} rows={seasons} />
        </Panel>
      )}
    </EditorPage>
  );
}

const columns = [
  column<Season>(
    'Season',
    ({ id, name }) => (
      <TitleLink to="/admin/hiscores/seasons" search={{ edit: String(id) }}>
        {name}
      </TitleLink>
    ),
    { rowHeader: true },
  ),
  column<Season>('State', (season) => <State season={season} />, { narrow: true }),
  dateColumn<Season>('Starts', ({ startsAt }) => startsAt),
  dateColumn<Season>('Ends', ({ endsAt }) => endsAt),
  actionsColumn<Season>((season) => <RowActions season={season} />),
];

function State({ season }: { season: Season }) {
  const isRunning = useIsRunning(season);
  if (season.isClosed) return <Chip>Closed</Chip>;
  return isRunning ? <Chip tone="moss">Running</Chip> : <Chip tone="sky">Planned</Chip>;
}

function useIsRunning({ startsAt, isClosed }: Season): boolean {
  return Date.parse(startsAt) <= useNow(1000) && !isClosed;
}

function RowActions({ season }: { season: Season }) {
  const { id, name } = season;
  const params = { id: String(id) };
  return (
    <Row gap={1} nowrap>
      {useIsRunning(season) && (
        <ActionIcon
          label={`Close ${name}`}
          action={{
            name: 'Close',
            icon: 'lock',
            ask: `Close the season “${name}” now? Its scores are final from then on.`,
            danger: true,
            call: () => call('POST /api/admin/hiscores/seasons/{id}/close', { params }),
            done: 'Season closed.',
          }}
        />
      )}
      <DeleteIcon
        name={name}
        ask={`Delete the season “${name}” with all its scores?`}
        call={() => call('DELETE /api/admin/hiscores/seasons/{id}', { params })}
        done="Season deleted."
      />
    </Row>
  );
}
