import { useQuery } from '@tanstack/react-query';

import { change } from '#client/lib/change.ts';
import { useNow } from '#client/lib/use-now.ts';
import {
  actionsColumn,
  coinsColumn,
  column,
  dateColumn,
  numberColumn,
} from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import { DeleteIcon } from '#client/ui/form/action-button.tsx';
import { IconLink } from '#client/ui/form/link-button.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { ShopSale } from '#shared/endpoints/sales.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { categoriesQuery, salesQuery } from './admin/admin-shop.queries.ts';
import { SaleEditor } from './admin/sale-editor.tsx';
import { ShopTabs } from './admin/shop-tabs.tsx';

export function AdminShopSalesPage() {
  return (
    <EditorPage
      heading="Shop"
      lead="Lower prices for a time. If several sales include an item, players pay the lowest price."
      newLabel="New Sale"
      many="sales"
      query={useQuery(salesQuery)}
      read={(sales) => sales}
      missing="This sale no longer exists."
      empty={{
        scene: 'campfire',
        heading: 'No sales yet',
        text: 'A sale lowers prices between two dates, with a badge and a countdown on every item.',
        action: 'Plan a Sale',
      }}
      Editor={SaleEditor}
      tabs={<ShopTabs />}
    >
      {(sales) => (
        <Panel variant="plain" pad="none" heading="Sales" icon="hourglass">
          <RecordTable caption="Sales" columns={columns} rows={sales} />
        </Panel>
      )}
    </EditorPage>
  );
}

const columns = [
  column<ShopSale>(
    'Sale',
    ({ id, name }) => (
      <TitleLink to="/admin/shop/sales" search={{ edit: id }}>
        {name}
      </TitleLink>
    ),
    { rowHeader: true },
  ),
  column<ShopSale>('State', (sale) => <State sale={sale} />, { narrow: true }),
  column<ShopSale>('Offer', (sale) => <Offer sale={sale} />),
  dateColumn<ShopSale>('Starts', ({ startsAt }) => startsAt),
  dateColumn<ShopSale>('Ends', ({ endsAt }) => endsAt),
  numberColumn<ShopSale>('Sold', ({ sold }) => sold),
  coinsColumn<ShopSale>('Earned', ({ earned }) => earned),
  actionsColumn<ShopSale>((sale) => <RowActions sale={sale} />),
];

function State({ sale: { startsAt, endsAt, onHome } }: { sale: ShopSale }) {
  const now = useNow(1000);
  if (Date.parse(endsAt) <= now) return <Chip>Ended</Chip>;
  const isRunning = Date.parse(startsAt) <= now;
  return (
    <Row gap={1} nowrap>
      {isRunning ? <Chip tone="moss">Running</Chip> : <Chip tone="sky">Planned</Chip>}
      {onHome && <Chip icon="tower">Home</Chip>}
    </Row>
  );
}

function Offer({ sale: { percent, price, scope, categoryId, itemIds } }: { sale: ShopSale }) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const category = categories.find(({ id }) => Number(id) === categoryId);
  const wares = {
    all: 'everything',
    category: category?.name ?? 'a deleted category',
    items: formatCount(itemIds.length, 'item'),
  };
  return (
    <>
      {percent === null ? <Coins amount={price ?? 0} /> : `${percent}% off`}
      {percent === null ? ' for ' : ' '}
      {wares[scope]}
    </>
  );
}

function RowActions({ sale: { id, name } }: { sale: ShopSale }) {
  return (
    <Row gap={1} nowrap end>
      <IconLink
        to="/admin/shop/sales"
        search={{ copy: id }}
        icon="copy"
        label={`Duplicate ${name}`}
      />
      <DeleteIcon
        name={name}
        ask={`Delete the sale “${name}”? If it is running, its prices end now.`}
        call={() => change('shop', 'DELETE /api/admin/shop/sales/{id}', { params: { id } })}
        done={`${name} was deleted.`}
      />
    </Row>
  );
}
