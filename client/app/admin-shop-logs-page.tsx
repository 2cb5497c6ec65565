import { linkOptions, useSearch } from '@tanstack/react-router';

import { OrderLog } from '#client/features/payments/order-log.tsx';
import { PurchaseLog } from '#client/features/shop/admin/purchase-log.tsx';
import { useMay } from '#client/lib/use-may.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { LogFilters } from './log-filters.tsx';
import { toOrderFilter, toPurchaseFilter } from './logs-filters.ts';
import { logsSearch } from './logs-search.ts';

const views = [
  { view: 'purchases', label: 'Purchases', icon: 'cart' },
  { view: 'top-ups', label: 'Top-ups', icon: 'coin' },
] as const;

/** Combines two features: the purchases (shop) and the top-ups (payments). */
export function AdminShopLogsPage() {
  // Without parameters of others: the tabs and pages repeat all of these.
  const search = useSearch({
    from: '/admin/shop-logs',
    select: logsSearch.read,
    structuralSharing: true,
  });
  // Payments are for admins; the permission for the shop shows the purchases.
  const isAdmin = useMay()();
  const shown = isAdmin ? search : { ...search, view: 'purchases' as const };
  const pages = {
    page: shown.page,
    link: (page: number) => linkOptions({ to: '/admin/shop-logs', search: { ...shown, page } }),
  };
  return (
    <>
      <PageHeading lead="Purchases, payments and deliveries.">Shop Logs</PageHeading>
      {isAdmin && (
        <Tabs
          label="Log"
          tabs={views.map(({ view, label, icon }) => ({
            label,
            icon,
            active: view === search.view,
            // Both tabs share the player and date filters.
            link: linkOptions({ to: '/admin/shop-logs', search: { ...search, view, page: 1 } }),
          }))}
        />
      )}
      <LogFilters key={shown.view} search={shown} />
      {shown.view === 'purchases' ? (
        <PurchaseLog filter={toPurchaseFilter(shown)} {...pages} />
      ) : (
        <OrderLog filter={toOrderFilter(shown)} {...pages} />
      )}
    </>
  );
}
