import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

import { SiteBanner } from '#client/app/site-banner.tsx';
import { takeSignOutReason, useSession } from '#client/lib/session.ts';
import { site } from '#client/lib/site.ts';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { titleOf } from '#shared/pages.ts';

export function AppRoot() {
  useTitle();
  useGuardOnSignOut();
  return (
    <>
      <SiteBanner />
      <Outlet />
    </>
  );
}

/** The route's own title, or the product's name. */
function useTitle(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  // Before the page's own effects: one with a better name (usePageTitle) has the last word.
  useLayoutEffect(() => {
    document.title = titleOf(title, site.name);
  }, [title]);
}

/** A session that ended elsewhere (signed out there, banned) must not leave a guarded page open. */
function useGuardOnSignOut(): void {
  const router = useRouter();
  const { isLoggedIn } = useSession();
  const wasLoggedIn = useRef(isLoggedIn);
  useEffect(() => {
    if (wasLoggedIn.current && !isLoggedIn) void router.invalidate();
    wasLoggedIn.current = isLoggedIn;
    const reason = isLoggedIn ? undefined : takeSignOutReason();
    if (reason) void showAlert(reason);
  }, [isLoggedIn, router]);
}
