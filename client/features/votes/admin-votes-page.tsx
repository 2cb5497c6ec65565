import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { managedVotesQuery } from './admin-votes.queries.ts';
import { CallbackLog } from './callback-log.tsx';
import { ListEditor } from './list-editor.tsx';
import { ListTable } from './list-table.tsx';
import { RulesPanel } from './rules-panel.tsx';

const TimeChart = lazy(async () => ({
  default: (await import('#client/ui/data/chart.tsx')).TimeChart,
}));

export function AdminVotesPage() {
  const query = useQuery(managedVotesQuery);
  return (
    <EditorPage
      heading="Votes"
      lead="Toplists on which players vote for the server. Each vote is rewarded once, when the list calls the site."
      newLabel="New List"
      many="lists"
      query={query}
      read={({ lists }) => lists}
      missing="This list no longer exists."
      empty={{
        scene: 'signpost',
        heading: 'No lists yet',
        text: 'Add the toplists on which your server is listed. The page to vote appears with the first one.',
        action: 'Add a List',
      }}
      Editor={ListEditor}
    >
      {({ lists, rules, items, days }) => (
        <>
          <Panel variant="plain" pad="none" heading="Lists" icon="link">
            <ListTable lists={lists} />
          </Panel>
          <Panel variant="plain" heading="Votes by Day" icon="chart">
            <Suspense fallback={<Skeleton shape="block" height="260px" />}>
              <TimeChart
                label={`Votes of the last ${days.length} days: ${days.reduce((sum, { votes }) => sum + votes, 0)}.`}
                times={days.map(({ day }) => Date.parse(`${day}T00:00Z`) / 1000)}
                series={[{ label: 'Votes', values: days.map(({ votes }) => votes), tone: 'gold' }]}
                height={220}
                isCount
              />
            </Suspense>
          </Panel>
          <RulesPanel key={JSON.stringify(rules)} rules={rules} items={items} />
          <CallbackLog />
        </>
      )}
    </EditorPage>
  );
}
