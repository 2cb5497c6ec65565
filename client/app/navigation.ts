import { useQuery } from '@tanstack/react-query';

import type { SiteGroup } from '#client/features/site/site-groups.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { isPageOf, pages } from '#shared/pages.ts';
import type { PagePath } from '#shared/pages.ts';
import { checkRouteAccess } from '#shared/rules/route-guard.ts';

/** Pages without parameters. */
export type PlainPath = Exclude<PagePath, `${string}$${string}`>;

export type AdminScreen = {
  to: PlainPath;
  label: string;
  icon: IconName;
  /** A group of settings on Server → Site. */
  siteGroup?: SiteGroup;
};

/** The admin sidebar, in the specification's order. */
export const sidebarScreens: readonly AdminScreen[] = [
  { to: '/admin/home', label: 'Dashboard', icon: 'dashboard' },
  { to: '/admin/users', label: 'Users', icon: 'users' },
  { to: '/admin/shop', label: 'Shop', icon: 'cart' },
  { to: '/admin/shop-logs', label: 'Shop Logs', icon: 'scroll' },
  { to: '/admin/news', label: 'News', icon: 'news' },
  { to: '/admin/polls', label: 'Polls', icon: 'poll' },
  { to: '/admin/contracts', label: 'Contracts', icon: 'charter' },
  { to: '/admin/server', label: 'Server', icon: 'server' },
];

/** Below that list, in a group of their own. */
export const furtherScreens: readonly AdminScreen[] = [
  { to: '/admin/inbox', label: 'Inbox', icon: 'quill' },
  { to: '/admin/events/types', label: 'Events', icon: 'calendar' },
  { to: '/admin/hiscores', label: 'Hiscores', icon: 'skill/overall' },
  { to: '/admin/hiscores/seasons', label: 'Seasons', icon: 'hourglass' },
  { to: '/admin/votes', label: 'Votes', icon: 'check' },
  { to: '/admin/discord', label: 'Discord', icon: 'bell' },
  { to: '/admin/audit', label: 'Audit Log', icon: 'shield' },
  { to: '/admin/appearance', label: 'Appearance', icon: 'gonfalon' },
  { to: '/admin/pages', label: 'Pages', icon: 'text' },
  { to: '/admin/emails', label: 'Emails', icon: 'mail' },
];

/** The command palette also offers screens that are not in the sidebar. */
export const allScreens: readonly AdminScreen[] = [
  ...sidebarScreens,
  ...furtherScreens,
  { to: '/admin/shop/sales', label: 'Sales', icon: 'hourglass' },
  { to: '/admin/shop/preview', label: 'Store Preview', icon: 'eye' },
  { to: '/admin/shop/codes', label: 'Codes', icon: 'key' },
  { to: '/admin/shop/revenue', label: 'Revenue', icon: 'chart' },
  { to: '/admin/shop/supporters', label: 'Supporters', icon: 'coronet' },
  { to: '/admin/news/new', label: 'New Post', icon: 'plus' },
  { to: '/admin/news/categories', label: 'News Categories', icon: 'news' },
  { to: '/admin/inbox/settings', label: 'Inbox Settings', icon: 'settings' },
  { to: '/admin/setup', label: 'Setup', icon: 'anvil' },
];

/** Settings by the words that an owner looks for. Admins only. */
export const settingScreens: readonly AdminScreen[] = (
  [
    ['Currency and Price of Coins', 'money', 'coins'],
    ['Limits of Top-ups', 'money', 'coins'],
    ['Who May Host Events', 'players', 'shield'],
    ['Staff and Banned Players in the Hiscores', 'players', 'shield'],
    ['Buying and Voting Without a Confirmed Email', 'players', 'shield'],
    ['Changing Names', 'players', 'user'],
    ['Switching Features On and Off', 'features', 'settings'],
    ['Maintenance Banner', 'notices', 'warning'],
    ['Community Chat Link', 'notices', 'link'],
  ] as const
).map(([label, siteGroup, icon]) => ({ to: '/admin/server', label, icon, siteGroup }));

/** The screens or pages that the user's rights or permissions open and that are not switched off. */
export function useAllowed<T extends { to: PlainPath }>(screens: readonly T[]): T[] {
  const { data: user = null } = useQuery(sessionQuery);
  const { featuresOff } = useSite();
  return screens.filter(
    ({ to }) => checkRouteAccess(pages[to], user).kind === 'proceed' && !isPageOf(featuresOff, to),
  );
}
