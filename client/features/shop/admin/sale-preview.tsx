import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { coinsColumn, column } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { Hint, Muted, Text } from '#client/ui/text/text.tsx';
import type { RouteAnswer } from '#shared/api.ts';
import type { SaleDraft } from '#shared/endpoints/sales.ts';

import { salePreviewQuery } from './admin-shop.queries.ts';

type Price = RouteAnswer<'POST /api/admin/shop/sales/preview'>[number];

type Props = {
  /** Undefined while it is incomplete. */
  draft: SaleDraft | undefined;
  saleId: string | undefined;
};

/** The prices that players would pay, as the database computes them. */
export function SalePreview({ draft, saleId }: Props) {
  const query = useQuery(salePreviewQuery(useDeferredValue(draft), saleId));
  return (
    <Panel variant="plain" heading="Prices During the Sale" icon="coins">
      {draft ? (
        <QueryView query={query} errorHeading="The prices could not be loaded" panel="none" small>
          {(prices) => (
            <DataTable
              dense
              caption="Prices during the sale"
              columns={columns}
              rows={prices}
              rowKey={({ itemId }) => itemId}
            />
          )}
        </QueryView>
      ) : (
        <Hint>Fill in the fields to see what players would pay.</Hint>
      )}
    </Panel>
  );
}

const columns = [
  column<Price>(
    'Item',
    ({ name, better }) => (
      <>
        {name}
        {better && (
          <Text size="sm" tone="warning">
            “{better.name}” runs too: <Coins amount={better.price} />
          </Text>
        )}
      </>
    ),
    { rowHeader: true },
  ),
  coinsColumn<Price>('Now', ({ fullPrice }) => fullPrice),
  column<Price>(
    'In the sale',
    ({ fullPrice, price }) =>
      price < fullPrice ? (
        <Text as="strong" tone="gold" figures>
          <Coins amount={price} />
        </Text>
      ) : (
        <Muted>Not cheaper</Muted>
      ),
    { numeric: true, narrow: true },
  ),
];
