import { useQuery } from '@tanstack/react-query';

import { useMay } from '#client/lib/use-may.ts';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';

import { managedItemsQuery } from './admin/admin-shop.queries.ts';
import { CategoriesPanel } from './admin/categories-panel.tsx';
import { ItemEditor } from './admin/item-editor.tsx';
import { ItemRows } from './admin/item-rows.tsx';
import { ShopTabs } from './admin/shop-tabs.tsx';
import { StoreSwitch } from './admin/store-switch.tsx';

export function AdminShopPage() {
  const isAdmin = useMay()();
  return (
    <EditorPage
      heading="Shop"
      lead="The items in the order players see them. Changes appear in every open store immediately."
      newLabel="New Item"
      actions={
        isAdmin && (
          <LinkButton to="/admin/pages" icon="scroll">
            Terms and Privacy
          </LinkButton>
        )
      }
      many="items"
      query={useQuery(managedItemsQuery)}
      read={(items) => items}
      missing="That item no longer exists."
      empty={{
        scene: 'chest',
        heading: 'The shelves are empty',
        text: 'Players see an empty store until you add an item.',
        action: 'Add the First Item',
      }}
      Editor={ItemEditor}
      tabs={<ShopTabs />}
      above={isAdmin && <StoreSwitch />}
    >
      {(items) => (
        <>
          <ItemRows items={items} />
          <CategoriesPanel />
        </>
      )}
    </EditorPage>
  );
}
