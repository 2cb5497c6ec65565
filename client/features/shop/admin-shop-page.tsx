import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';

import { buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

import { managedItemsQuery } from './admin/admin-shop.queries.ts';
import { ItemEditor } from './admin/item-editor.tsx';
import { ItemRows } from './admin/item-rows.tsx';
import { StoreSwitch } from './admin/store-switch.tsx';

import styles from './admin/admin-shop.module.css';

type View = { kind: 'list' } | { kind: 'new' } | { kind: 'edit' | 'copy'; id: string };

export function AdminShopPage() {
  const view = useSearch({ strict: false, select: readView });
  return (
    <>
      <PageHeading
        lead="The items in the order players see them. Changes appear in every open store immediately."
        actions={
          // The editor has its own primary button.
          view.kind === 'list' && (
            <>
              <Link to="/admin/texts" className={buttonClass()}>
                <Icon name="scroll" />
                Terms and privacy
              </Link>
              <Link
                to="/admin/shop"
                search={{ edit: 'new' }}
                className={buttonClass({ tone: 'primary' })}
              >
                <Icon name="plus" />
                New item
              </Link>
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

function readView({ edit, copy }: Record<string, unknown>): View {
  if (edit === 'new') return { kind: 'new' };
  if (Number.isInteger(edit)) return { kind: 'edit', id: String(edit) };
  if (Number.isInteger(copy)) return { kind: 'copy', id: String(copy) };
  return { kind: 'list' };
}

function Content({ view }: { view: View }) {
  const { data, error, refetch } = useQuery(managedItemsQuery);
  if (!data && error) {
    return (
      <Panel variant="plain">
        <ErrorState
          heading="The items could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </Panel>
    );
  }
  if (!data) return <ListSkeleton />;
  if (view.kind === 'new') return <ItemEditor key="new" />;
  const chosen = 'id' in view ? data.find(({ id }) => id === view.id) : undefined;
  if (chosen && view.kind === 'edit') return <ItemEditor key={`edit ${chosen.id}`} item={chosen} />;
  if (chosen) return <ItemEditor key={`copy ${chosen.id}`} copyOf={chosen} />;
  return (
    <div className={styles.stack}>
      <StoreSwitch />
      {'id' in view && <Callout tone="warning">That item no longer exists.</Callout>}
      {data.length === 0 ? (
        <Panel variant="plain">
          <EmptyState
            scene="chest"
            heading="The shelves are empty"
            text="Players see an empty store until you add an item."
            action={
              <Link to="/admin/shop" search={{ edit: 'new' }} className={buttonClass()}>
                Add the first item
              </Link>
            }
          />
        </Panel>
      ) : (
        <ItemRows items={data} />
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <Loading text="Loading items...">
      <Panel variant="plain" className={styles.stack}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} height="64px" shape="block" />
        ))}
      </Panel>
    </Loading>
  );
}
