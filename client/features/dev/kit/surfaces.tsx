import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { type Column, DataTable } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';

import { each } from './example.tsx';

const colours = ['night-500', 'bone-300', 'gold-400', 'ember-400', 'moss-400', 'sky-400'];

export function Surfaces() {
  return (
    <Columns>
      {each(['stone', 'plain', 'ornate'], (variant) => (
        <Panel variant={variant} heading={variant} headingLevel={3} icon="quest">
          <p>
            Press <Kbd>Enter</Kbd> to go on, or follow <a href="#text">a link in running text</a>.
          </p>
        </Panel>
      ))}
      <Panel heading="Colours" headingLevel={3}>
        {each(colours, (name) => (
          <p style={{ borderLeft: `2em solid var(--${name})`, paddingLeft: '1em' }}>{name}</p>
        ))}
      </Panel>
      <Stack as={Panel}>
        <CodeBlock label="settings.properties" code={'server.name=Wynhold\nserver.token=secret'} />
        <CopyButton text="https://example.org/hiscores" label="Copy link" tone="secondary" />
      </Stack>
      <Parchment as="article" pad="lg">
        <div className="prose prose-dropcap">
          <p>
            Wynhold is ready for <strong>four ferocious bosses</strong> and a market that opens with{' '}
            <a href="#text">skilling contracts</a>. <em>Bring food.</em> Type <code>::stuck</code>{' '}
            when a wall holds you.
          </p>
          <h3>For the Curious</h3>
          <ul>
            <li>Bosses remember who fought them.</li>
          </ul>
          <blockquote>
            <p>We built the road first, because that is what we remembered best.</p>
          </blockquote>
          <hr />
        </div>
      </Parchment>
    </Columns>
  );
}

const players = [
  { rank: 3, name: 'Tilly Thorn', rights: 0, level: 97, experience: 19_750_780, seen: 'Yesterday' },
  { rank: 4, name: 'Grimbeard', rights: 0, level: 95, experience: 17_610_449, seen: 'Monday' },
  { rank: 5, name: 'Lady Ash', rights: 3, level: 94, experience: 15_470_118, seen: 'Today' },
];

const columns: readonly Column<(typeof players)[number]>[] = [
  { label: 'Rank', cell: ({ rank }) => <Medal rank={rank} />, narrow: true },
  { label: 'Player', rowHeader: true, cell: (player) => <PlayerName {...player} /> },
  { label: 'Level', numeric: true, priority: 2, cell: ({ level }) => level },
  { label: 'Last seen', priority: 3, cell: ({ seen }) => seen },
  {
    label: 'Experience',
    numeric: true,
    sorted: 'descending',
    cell: ({ experience }) => experience.toLocaleString('en'),
  },
];

export function TablesAndNavigation() {
  const hash = useLocation({ select: (location) => location.hash });
  const [page, setPage] = useState(1);
  const table = { columns, rows: players, rowKey: ({ rank }: { rank: number }) => rank };
  return (
    <Stack>
      <Panel>
        <Tabs
          label="Events"
          tabs={['Upcoming', 'Past', 'Hosted'].map((label) => ({
            label,
            active: label === hash,
            link: { to: '.', hash: label },
          }))}
        />
        <Pager label="Pages" page={page} pages={3} onPage={setPage} />
      </Panel>
      <Panel pad="none">
        <DataTable {...table} caption="Attack hiscores" isHighlighted={({ rank }) => rank === 4} />
      </Panel>
      <Panel pad="none" variant="plain" heading="Dense, Cards on a Phone" headingLevel={3}>
        <DataTable {...table} caption="Players" phone="cards" dense />
      </Panel>
    </Stack>
  );
}
