import { Outlet } from '@tanstack/react-router';

import { SiteFooter } from '#client/app/site-footer.tsx';
import { SiteHeader } from '#client/app/site-header.tsx';

import styles from './site-layout.module.css';

export function SiteLayout() {
  return (
    <div className={styles.page}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
