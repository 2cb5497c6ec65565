import { call } from '#client/lib/api.ts';
import { useWords } from '#client/lib/words.ts';
import { actionsColumn, column, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { ActionSwitch, DeleteIcon } from '#client/ui/form/action-button.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { ManagedVoteList } from '#shared/endpoints/votes.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { saveList } from './admin-votes.queries.ts';
import { describeReward } from './describe-reward.ts';

export function ListTable({ lists }: { lists: ManagedVoteList[] }) {
  return <RecordTable caption="Lists" columns={columns} rows={lists} />;
}

const columns: Column<ManagedVoteList>[] = [
  column(
    'List',
    ({ id, name }) => (
      <TitleLink to="/admin/votes" search={{ edit: String(id) }}>
        {name}
      </TitleLink>
    ),
    { rowHeader: true },
  ),
  column('Reward', (list) => <RewardText list={list} />),
  column('Again after', ({ intervalHours }) => formatCount(intervalHours, 'hour'), {
    narrow: true,
    priority: 2,
  }),
  numberColumn('Votes in 30 days', ({ votes30Days }) => votes30Days),
  column(
    'On',
    (item) => (
      <ActionSwitch
        label={`${item.name} is on`}
        checked={item.isOn}
        action={(isOn) => ({ call: () => saveList({ kind: 'edit', item }, { ...item, isOn }) })}
      />
    ),
    { narrow: true },
  ),
  actionsColumn((list) => <RowActions list={list} />),
];

function RewardText({ list: { coins, itemName } }: { list: ManagedVoteList }) {
  return describeReward({ coins, items: [itemName] }, useWords());
}

function RowActions({ list: { id, name } }: { list: ManagedVoteList }) {
  const params = { id: String(id) };
  return (
    <Row gap={1} nowrap>
      <IconLink
        to="/admin/votes"
        search={{ edit: String(id) }}
        icon="pencil"
        label={`Edit ${name}`}
      />
      <DeleteIcon
        name={name}
        ask={`Delete the list “${name}”? Votes and rewards stay, links that players have open stop working.`}
        call={() => call('DELETE /api/admin/votes/lists/{id}', { params })}
        done="List deleted."
      />
    </Row>
  );
}
