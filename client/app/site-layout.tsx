import { Outlet, useMatchRoute } from '@tanstack/react-router';

import { SiteFooter } from '#client/app/site-footer.tsx';
import { SiteHeader } from '#client/app/site-header.tsx';
import { classNames } from '#client/ui/class-names.ts';

import styles from './site-layout.module.css';

export function SiteLayout() {
  const isHome = Boolean(useMatchRoute()({ to: '/' }));
  return (
    <div className={styles.page}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className={classNames(styles.main, !isHome && styles.below)}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
