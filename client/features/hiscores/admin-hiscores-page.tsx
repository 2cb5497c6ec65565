import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Hint } from '#client/ui/text/text.tsx';

import { countersQuery, modesQuery } from './admin-lists.queries.ts';
import { ListDialog } from './list-dialog.tsx';
import type { Edited } from './list-dialog.tsx';
import { ListTable } from './list-table.tsx';
import { UnknownPanel } from './unknown-panel.tsx';

export function AdminHiscoresPage() {
  const modes = useQuery(modesQuery);
  const counters = useQuery(countersQuery);
  const [edited, setEdited] = useState<Edited>();
  const groups = [...new Set(counters.data?.counters.map(({ group }) => group))];
  return (
    <>
      <PageHeading lead="Game modes and counters have lists beside those of the skills. The game reports them by their keys.">
        Hiscores
      </PageHeading>
      <Stack gap={6}>
        <UnknownPanel onAdd={setEdited} />
        <QueryPanel
          variant="plain"
          heading="Game Modes"
          icon="shield"
          query={modes}
          errorHeading="The game modes could not be loaded"
          height="90px"
          actions={<AddButton label="Add Mode" onClick={() => setEdited({ kind: 'mode' })} />}
        >
          {({ modes: items }) =>
            items.length === 0 ? (
              <Hint>None yet: all players share one list. Add ironman, hardcore, an XP rate …</Hint>
            ) : (
              <ListTable
                kind="mode"
                items={items}
                onEdit={(item) => setEdited({ kind: 'mode', item })}
              />
            )
          }
        </QueryPanel>
        <QueryPanel
          variant="plain"
          heading="Counters"
          icon="boss"
          query={counters}
          errorHeading="The counters could not be loaded"
          height="320px"
          actions={<AddButton label="Add Counter" onClick={() => setEdited({ kind: 'counter' })} />}
        >
          {({ counters: items }) =>
            items.length === 0 ? (
              <Hint>None yet: only skills are ranked. Add bosses, minigames, clue scrolls …</Hint>
            ) : (
              <ListTable
                kind="counter"
                items={items}
                onEdit={(item) => setEdited({ kind: 'counter', item })}
              />
            )
          }
        </QueryPanel>
      </Stack>
      {edited && (
        <ListDialog edited={edited} groups={groups} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="sm" icon="plus" onClick={onClick}>
      {label}
    </Button>
  );
}
