import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import { useNow } from '#client/lib/use-now.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { salesQuery, storePreviewQuery } from './admin/admin-shop.queries.ts';
import { ShopTabs } from './admin/shop-tabs.tsx';
import { ItemCard } from './item-card.tsx';
import { Shelves } from './shelves.tsx';

export function AdminShopPreviewPage() {
  const { at } = useSearch({ from: '/admin/shop/preview' });
  const query = useQuery(storePreviewQuery(at));
  return (
    <>
      <PageHeading lead="The store as a player sees it, now or at another time.">Shop</PageHeading>
      <ShopTabs />
      <Stack>
        <TimeChoice at={at} />
        <QueryView
          query={query}
          errorHeading="The preview could not be loaded"
          loadingText="Loading preview..."
        >
          {({ items, categories }) =>
            items.length === 0 ? (
              <Panel variant="plain">
                <EmptyState scene="chest" text="Nothing is sold at this time." />
              </Panel>
            ) : (
              <div>
                <Shelves items={items} categories={categories}>
                  {(item) => <ItemCard item={item} />}
                </Shelves>
              </div>
            )
          }
        </QueryView>
      </Stack>
    </>
  );
}

/** A time of one's own, or when a planned sale starts. */
function TimeChoice({ at }: { at: string | undefined }) {
  const navigate = useNavigate();
  const now = useNow(60_000);
  const { data: sales = [] } = useQuery(salesQuery);
  const planned = sales.filter(({ startsAt }) => Date.parse(startsAt) > now);
  return (
    <Row>
      <DateTimeField
        label="Time"
        hint="In your time zone. Leave empty for now."
        value={toLocalInput(at)}
        onChange={({ target }) =>
          void navigate({ to: '.', search: { at: fromLocalInput(target.value) }, replace: true })
        }
      />
      {at !== undefined && (
        <LinkButton to="/admin/shop/preview" size="sm">
          Now
        </LinkButton>
      )}
      {planned.map(({ id, name, startsAt }) => (
        <LinkButton
          key={id}
          to="/admin/shop/preview"
          search={{ at: startsAt }}
          size="sm"
          icon="hourglass"
        >
          {name}
        </LinkButton>
      ))}
    </Row>
  );
}
