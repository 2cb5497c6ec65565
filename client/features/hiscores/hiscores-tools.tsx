import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useAction } from '#client/lib/use-action.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { playerQuery, prepareComparison, topGainsQuery } from './hiscores.queries.ts';
import { useListSearch } from './lists.tsx';
import { NameField } from './name-field.tsx';
import { TopGainsList } from './top-gains-list.tsx';

type ToolsProps = {
  /** The open list's; its top gains are shown at the end. */
  skill: string | undefined;
  /** The search is open in the title row instead. */
  hideSearch: boolean;
};

export function HiscoresTools({ skill, hideSearch }: ToolsProps) {
  return (
    <>
      {!hideSearch && <SearchPanel />}
      <ComparePanel />
      {skill && <TopGainsPanel skill={skill} />}
    </>
  );
}

export function SearchPanel({ onOpen }: { onOpen?: () => void }) {
  const navigate = useNavigate();
  const { player: shown = '' } = useSearch({ from: '/site/hiscores' });
  const list = useListSearch();
  const { data: record } = useQuery({ ...playerQuery(shown), enabled: shown !== '' });
  const [name, setName] = useState('');

  function open(wanted: string) {
    const player = wanted.trim();
    if (player === '') return;
    setName('');
    onOpen?.();
    void navigate({ to: '/hiscores', search: { ...list, player } });
  }

  return (
    <Panel heading="Search by Name" pad="sm">
      <search>
        <Stack
          as="form"
          gap={3}
          action="/hiscores"
          onSubmit={(event) => {
            event.preventDefault();
            open(name);
          }}
        >
          <NameField
            ref={onOpen || record === null ? focusField : undefined}
            label="Player name"
            placeholder="Enter player name"
            name="player"
            value={name}
            onChange={setName}
            onChoose={open}
          />
          <Button type="submit" tone="primary" block>
            Search
          </Button>
        </Stack>
      </search>
    </Panel>
  );
}

/** After a search without a result, the next name can be typed at once. */
function focusField(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

function ComparePanel() {
  const navigate = useNavigate();
  const list = useListSearch();
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const { run, isPending } = useAction();

  async function compare() {
    const [a, b] = [first.trim(), second.trim()];
    if (a === '' || b === '') throw new Error('Please enter both player names.');
    await prepareComparison(a, b);
    await navigate({ to: '/hiscores', search: { ...list, compare: `${a},${b}` } });
  }

  return (
    <Panel heading="Compare Users" pad="sm">
      <Stack
        as="form"
        gap={3}
        action="/hiscores"
        onSubmit={(event) => {
          event.preventDefault();
          void run({ call: compare });
        }}
      >
        <NameField
          label="Player 1"
          placeholder="Player 1"
          name="compare"
          value={first}
          onChange={setFirst}
        />
        <NameField
          label="Player 2"
          placeholder="Player 2"
          name="with"
          value={second}
          onChange={setSecond}
        />
        <Button type="submit" block pending={isPending}>
          Compare
        </Button>
      </Stack>
    </Panel>
  );
}

function TopGainsPanel({ skill }: { skill: string }) {
  const { data } = useQuery(topGainsQuery(skill));
  if (!data || data.players.length === 0) return null;
  return (
    <Panel heading="Top Gains This Week" pad="sm">
      <TopGainsList gains={data} />
    </Panel>
  );
}
