import { useLocation } from '@tanstack/react-router';

import { useSession } from '#client/lib/session.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { pages } from '#shared/pages.ts';
import { checkRouteAccess } from '#shared/rules/route-guard.ts';

type ShopPath = '/admin/shop';

const tabs: readonly { to: ShopPath; label: string; icon: IconName }[] = [
  { to: '/admin/shop', label: 'Items', icon: 'cart' },
];

/** Below the heading of every screen of Admin → Shop. */
export function ShopTabs() {
  const session = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <Tabs
      label="Shop"
      tabs={tabs
        .filter(({ to }) => checkRouteAccess(pages[to], session).kind === 'proceed')
        .map(({ to, ...tab }) => ({ ...tab, active: to === path, link: { to } }))}
    />
  );
}
