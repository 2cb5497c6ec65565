import { call } from '#client/lib/api.ts';
import { moveItem } from '#client/lib/move-item.ts';
import { useAction } from '#client/lib/use-action.ts';
import { actionsColumn, column, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { DeleteIcon } from '#client/ui/form/action-button.tsx';
import { IconButton } from '#client/ui/form/button.tsx';
import { MoveButtons } from '#client/ui/form/line-buttons.tsx';
import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import type { ManagedCounter, ManagedMode } from '#shared/endpoints/hiscore-lists.ts';

type Item = ManagedMode | ManagedCounter;

type Props<One extends Item> = {
  kind: 'mode' | 'counter';
  items: One[];
  onEdit: (item: One) => void;
};

/** The game modes or the counters in their order. */
export function ListTable<One extends Item>({ kind, items, onEdit }: Props<One>) {
  const { run, isPending } = useAction();
  function move(item: One, by: -1 | 1) {
    const ids = moveItem(items, items.indexOf(item), by).map(({ id }) => id);
    const save = () => call(`PUT /api/admin/hiscores/${kind}s/order`, { body: { ids } });
    if (!isPending) void run({ call: save });
  }
  return (
    <RecordTable
      caption={kind === 'mode' ? 'Game modes' : 'Counters'}
      rows={items}
      columns={[
        ...(kind === 'mode' ? modeColumns : counterColumns),
        createActions({ kind, items, onEdit, move }),
      ]}
    />
  );
}

const nameColumn = column<Item>(
  'Name',
  (item) => (
    <Row as="span" gap={2} nowrap>
      <ListIcon name={item.icon} colour={'colour' in item ? item.colour : undefined} />
      {item.name}
    </Row>
  ),
  { rowHeader: true },
);
const keyColumn = column<Item>('Key', ({ key }) => <code>{key}</code>);
const playersColumn = numberColumn<Item>('Players', ({ players }) => players);
const modeColumns = [nameColumn, keyColumn, playersColumn];
const counterColumns = [
  nameColumn,
  column<Item>('Group', (item) => 'group' in item && item.group),
  keyColumn,
  numberColumn<Item>('Listed from', (item) => 'minimum' in item && item.minimum),
  playersColumn,
];

type ActionsInput<One extends Item> = Props<One> & { move: (item: One, by: -1 | 1) => void };

function createActions<One extends Item>(input: ActionsInput<One>): Column<One> {
  const { kind, items, onEdit, move } = input;
  const loss =
    kind === 'mode'
      ? 'Its players stay in the lists of all players.'
      : 'The counts of all players are deleted with it. This cannot be undone.';
  return actionsColumn((item) => (
    <Row gap={1} nowrap>
      <IconButton
        size="sm"
        icon="pencil"
        label={`Edit ${item.name}`}
        onClick={() => onEdit(item)}
      />
      <MoveButtons
        name={item.name}
        isFirst={item === items[0]}
        isLast={item === items.at(-1)}
        onMove={(by) => move(item, by)}
      />
      <DeleteIcon
        name={item.name}
        ask={`Delete “${item.name}”? ${loss}`}
        call={() =>
          call(`DELETE /api/admin/hiscores/${kind}s/{id}`, { params: { id: String(item.id) } })
        }
        done="Deleted."
      />
    </Row>
  ));
}
