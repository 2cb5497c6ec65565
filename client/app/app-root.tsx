import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

import { loadPageModules } from '#client/app/load-page-modules.ts';
import { loadErrorPage } from '#client/app/show-error.tsx';
import { awaitFreshSignIn } from '#client/lib/fresh-sign-in.ts';
import { takeSignOutReason, useSession } from '#client/lib/session.ts';
import { useBrand, useSite } from '#client/lib/site.ts';
import { useLater } from '#client/lib/use-later.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { titleOf } from '#shared/pages.ts';

import styles from './site-banner.module.css';

export function AppRoot() {
  useTitle();
  useGuardOnChange();
  useHeadingFocus();
  useLater(loadErrorPage);
  useLater(loadPageModules);
  const { isLoggedIn } = useSession();
  return (
    <>
      <SiteBanner />
      <Outlet />
      {isLoggedIn && <PlayerParts />}
    </>
  );
}

const load = () => import('./player-parts.tsx');

function PlayerParts() {
  const part = useLater(load, true);
  useEffect(() => (part ? undefined : awaitFreshSignIn()), [part]);
  return part && <part.PlayerParts />;
}

function useTitle(): void {
  const { name } = useBrand();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  // A layout effect runs before the page's effects, so usePageTitle can override this title.
  useLayoutEffect(() => {
    document.title = titleOf(title, name);
  }, [title, name]);
}

/** Without this, Tab would go on from the link that was followed, or from the end of the page if it vanished. */
function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        if (fromLocation && pathChanged && !toLocation.hash) focusHeading();
      }),
    [router],
  );
}

function focusHeading(): void {
  const main = document.querySelector('main');
  // The page has put the focus into a field, or a tab of the page was followed.
  if (!main || main.contains(document.activeElement)) return;
  // The heading of a skeleton will be replaced.
  const target = main.querySelector<HTMLElement>('h1:not([aria-busy=true] *)') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Leaves a guarded page when the session ends (in another tab, by a ban), the rights change, or the page is switched off. */
function useGuardOnChange(): void {
  const router = useRouter();
  const { isLoggedIn, userRights, permissions } = useSession();
  const standing = isLoggedIn && [userRights, permissions].join();
  const off = useSite().featuresOff.join();
  const known = useRef({ standing, off });
  useEffect(() => {
    const before = known.current;
    known.current = { standing, off };
    // A log-in leads to a page of its own.
    const hasChanged = before.standing && before.standing !== standing;
    if (hasChanged || before.off !== off) void router.invalidate();
    const reason = isLoggedIn ? undefined : takeSignOutReason();
    if (!reason) return;
    const help = reason.isBan && !off.includes('inbox') ? 'Appeal This Ban' : undefined;
    void showAlert(reason.text, 'refusal', help).then((appeals) => {
      if (appeals) void router.navigate({ to: '/support/appeal' });
    });
  }, [isLoggedIn, standing, off, router]);
}

function SiteBanner() {
  const { banner } = useSite();
  if (!banner) return null;
  const isWarning = banner.tone === 'warning';
  return (
    <aside aria-label="Notice" className={classNames(styles.banner, isWarning && styles.warning)}>
      <Icon name={isWarning ? 'warning' : 'info'} size="md" className={styles.icon} />
      <p>{banner.text}</p>
    </aside>
  );
}
