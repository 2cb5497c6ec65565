import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';

import { sessionQuery } from '#client/lib/session.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { pages } from '#shared/pages.ts';
import { checkRouteAccess } from '#shared/rules/route-guard.ts';

type ShopPath =
  | '/admin/shop'
  | `/admin/shop/${'sales' | 'codes' | 'supporters' | 'revenue' | 'preview'}`;

const tabs: readonly { to: ShopPath; label: string; icon: IconName }[] = [
  { to: '/admin/shop', label: 'Items', icon: 'cart' },
  { to: '/admin/shop/sales', label: 'Sales', icon: 'hourglass' },
  { to: '/admin/shop/codes', label: 'Codes', icon: 'key' },
  { to: '/admin/shop/supporters', label: 'Supporters', icon: 'coronet' },
  { to: '/admin/shop/revenue', label: 'Revenue', icon: 'chart' },
  { to: '/admin/shop/preview', label: 'Preview', icon: 'eye' },
];

/** Below the heading of every screen of Admin → Shop. */
export function ShopTabs() {
  const { data: user = null } = useQuery(sessionQuery);
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Tabs
      label="Shop"
      tabs={tabs
        .filter(({ to }) => checkRouteAccess(pages[to], user).kind === 'proceed')
        .map(({ to, ...tab }) => ({ ...tab, active: to === path, link: { to } }))}
    />
  );
}
