import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { readEditor } from '#client/lib/search.ts';
import type { EditorView } from '#client/lib/search.ts';
import { useMay } from '#client/lib/use-may.ts';
import { Callout } from '#client/ui/callout.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { LinkButton } from '#client/ui/link-button.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import type { ManagedItem } from '#shared/shop.ts';

import { managedItemsQuery } from './admin/admin-shop.queries.ts';
import { ItemEditor } from './admin/item-editor.tsx';
import { ItemRows } from './admin/item-rows.tsx';
import { StoreSwitch } from './admin/store-switch.tsx';

export function AdminShopPage() {
  const view = readEditor(useSearch({ from: '/admin/shop' }));
  const may = useMay();
  return (
    <>
      <PageHeading
        lead="The items in the order players see them. Changes appear in every open store immediately."
        actions={
          // The editor has its own primary button.
          view.kind === 'list' && (
            <>
              {may() && (
                <LinkButton to="/admin/pages" icon="scroll">
                  Terms and Privacy
                </LinkButton>
              )}
              <LinkButton to="/admin/shop" search={{ edit: 'new' }} tone="primary" icon="plus">
                New Item
              </LinkButton>
            </>
          )
        }
      >
        Shop
      </PageHeading>
      <Content view={view} />
    </>
  );
}

function Content({ view }: { view: EditorView }) {
  return (
    <QueryView
      query={useQuery(managedItemsQuery)}
      errorHeading="The items could not be loaded"
      loadingText="Loading items..."
    >
      {(items) => <Items items={items} view={view} />}
    </QueryView>
  );
}

function Items({ items, view }: { items: ManagedItem[]; view: EditorView }) {
  const may = useMay();
  if (view.kind === 'new') return <ItemEditor key="new" />;
  const chosen = items.find(({ id }) => id === view.id);
  if (chosen && view.kind === 'edit') return <ItemEditor key={`edit ${chosen.id}`} item={chosen} />;
  if (chosen) return <ItemEditor key={`copy ${chosen.id}`} copyOf={chosen} />;
  return (
    <Stack>
      {may() && <StoreSwitch />}
      {view.id !== undefined && <Callout tone="warning">That item no longer exists.</Callout>}
      {items.length === 0 ? (
        <Panel variant="plain">
          <EmptyState
            scene="chest"
            heading="The shelves are empty"
            text="Players see an empty store until you add an item."
            action={
              <LinkButton to="/admin/shop" search={{ edit: 'new' }}>
                Add the First Item
              </LinkButton>
            }
          />
        </Panel>
      ) : (
        <ItemRows items={items} />
      )}
    </Stack>
  );
}
