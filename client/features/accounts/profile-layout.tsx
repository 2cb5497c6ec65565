import { Outlet, useMatchRoute } from '@tanstack/react-router';

import { useSession } from '#client/lib/session.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { DeletionBanner } from './deletion-banner.tsx';
import { EmailBanner } from './email-banner.tsx';

const views = [
  { label: 'Dashboard', to: '/profile/home', icon: 'dashboard' },
  { label: 'Settings', to: '/profile/settings', icon: 'settings' },
  { label: 'Status', to: '/profile/status', icon: 'chart' },
] as const satisfies { label: string; to: string; icon: IconName }[];

export function ProfileLayout() {
  const matches = useMatchRoute();
  const { isLoggedIn } = useSession();
  return (
    <div className="wrap">
      <PageHeading>Profile</PageHeading>
      {isLoggedIn && <EmailBanner />}
      {isLoggedIn && <DeletionBanner />}
      {/* The wallet is below the dashboard: it has a link back and tabs of its own. */}
      {!matches({ to: '/profile/wallet' }) && (
        <Tabs
          label="Profile"
          tabs={views.map(({ label, to, icon }) => ({
            label,
            icon,
            active: Boolean(matches({ to })),
            link: { to, resetScroll: true },
          }))}
        />
      )}
      {/* The session may have just ended; the redirect to the login is then under way. */}
      {isLoggedIn && <Outlet />}
    </div>
  );
}
