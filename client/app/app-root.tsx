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

function useTitle(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  // A layout effect runs before the page's effects, so usePageTitle can override this title.
  useLayoutEffect(() => {
    document.title = titleOf(title, site.name);
  }, [title]);
}

/** Leaves a guarded page when the session ended elsewhere (sign-out in another tab, ban). */
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
