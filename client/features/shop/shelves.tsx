import { useLocation, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import type { FilterField } from '#client/ui/form/filter-form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import type { ShopCategory } from '#shared/endpoints/sales.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { findBestSale, SaleBanner } from './sale-banner.tsx';

import styles from './store.module.css';

type Props = {
  items: readonly ShopItem[];
  categories: readonly ShopCategory[];
  children: (item: ShopItem) => ReactNode;
};

/** With fewer items, a search is longer than a look. */
const searchedFrom = 13;

const searchField: FilterField = {
  name: 'find',
  label: 'Search the store',
  type: 'search',
  hideLabel: true,
  placeholder: 'Search the store',
  icon: 'search',
  maxLength: 60,
};

/** The best sale, and the items by category and search text, both of which are in the address. */
export function Shelves({ items, categories, children }: Props) {
  const { shelf, find = '' } = useSearch({ strict: false });
  const sought = useLocation({ select: ({ hash }) => hash });
  const used = categories.filter(({ id }) => items.some(({ category }) => category === id));
  const chosen = used.length > 1 ? used.find(({ id }) => id === shelf) : undefined;
  const hasSearch = items.length >= searchedFrom || find !== '';
  const shown = items.filter(
    (item) => (!chosen || item.category === chosen.id) && isFound(item, find),
  );
  const sale = findBestSale(items);
  return (
    <>
      {sale && <SaleBanner sale={sale} />}
      <div className={styles.bar}>
        {used.length > 1 && (
          <Tabs
            label="Categories"
            className={styles.tabs}
            tabs={[{ id: undefined, name: 'All' }, ...used].map(({ id, name }) => ({
              label: name,
              active: id === chosen?.id,
              link: { to: '.', search: { shelf: id, find: find || undefined } },
            }))}
          />
        )}
        {hasSearch && (
          <FilterForm inline search={{ find }} keep={{ shelf }} fields={[searchField]} />
        )}
      </div>
      <output className="visually-hidden">
        {find && `${formatCount(shown.length, 'item')} found`}
      </output>
      {shown.length === 0 ? (
        <Panel>
          <EmptyState
            scene="lost-road"
            heading="Not on these shelves"
            text={`Nothing here matches “${find}”.`}
            action={<LinkButton to=".">Show All Items</LinkButton>}
          />
        </Panel>
      ) : (
        <ul className={styles.grid} aria-label="Items">
          {shown.map((item) => (
            <li
              key={item.id}
              id={nameOf(item)}
              {...(sought === nameOf(item) && { ref: showItem, tabIndex: -1 })}
            >
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function isFound({ name, description, contents = [] }: ShopItem, find: string): boolean {
  const texts = [name, description, ...contents.map((part) => part.name)];
  return texts.some((text) => text.toLowerCase().includes(find.toLowerCase()));
}

function nameOf({ id }: ShopItem): string {
  return `item-${id}`;
}

/** The router cannot scroll to it: the items are loaded after the page. */
function showItem(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
