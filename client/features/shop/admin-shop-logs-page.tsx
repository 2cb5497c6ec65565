import { linkOptions, useSearch } from '@tanstack/react-router';

import { useMay } from '#client/lib/use-may.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { LogFilters } from './admin/log-filters.tsx';
import { OrderLog } from './admin/order-log.tsx';
import { PurchaseLog } from './admin/purchase-log.tsx';
import { logsSearch } from './shop-search.ts';

const views = [
  { view: 'purchases', label: 'Purchases', icon: 'cart' },
  { view: 'top-ups', label: 'Top-ups', icon: 'coin' },
] as const;

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
      {shown.view === 'purchases' ? <PurchaseLog search={shown} /> : <OrderLog search={shown} />}
    </>
  );
}
