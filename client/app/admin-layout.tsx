import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';

import emblemUrl from '#client/art/emblem.svg';
import { site } from '#client/lib/site.ts';
import { IconButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { PagePath } from '#shared/pages.ts';

import styles from './admin-layout.module.css';

const links: { to: PagePath; label: string; icon: IconName }[] = [
  { to: '/admin/home', label: 'Dashboard', icon: 'dashboard' },
  { to: '/admin/users', label: 'Users', icon: 'users' },
  { to: '/admin/shop', label: 'Shop', icon: 'cart' },
  { to: '/admin/shop-logs', label: 'Shop Logs', icon: 'scroll' },
  { to: '/admin/news', label: 'News', icon: 'news' },
  { to: '/admin/polls', label: 'Polls', icon: 'poll' },
  { to: '/admin/contracts', label: 'Contracts', icon: 'contract' },
  { to: '/admin/server', label: 'Server', icon: 'server' },
];

const storageKey = 'admin-sidebar';

/** The sidebar's state belongs to this browser, so it is kept there. */
export function AdminLayout() {
  const [isCollapsed, setIsCollapsed] = useState(
    () => localStorage.getItem(storageKey) === 'collapsed',
  );
  function toggle() {
    localStorage.setItem(storageKey, isCollapsed ? 'open' : 'collapsed');
    setIsCollapsed(!isCollapsed);
  }
  return (
    <div className={classNames(styles.layout, isCollapsed && styles.collapsed)}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <aside className={styles.sidebar}>
        <div className={styles.head}>
          <Link to="/" className={styles.brand}>
            <img src={emblemUrl} alt="" width="30" height="30" />
            <span className={styles.label}>{site.name}</span>
          </Link>
          <IconButton
            icon={isCollapsed ? 'chevron-right' : 'chevron-left'}
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!isCollapsed}
            className={styles.toggle}
            onClick={toggle}
          />
        </div>
        <nav className={styles.nav} aria-label="Admin">
          {links.map(({ to, label, icon }) => (
            <Link
              key={to}
              to={to}
              className={styles.link}
              activeProps={{ className: styles.active }}
              title={label}
            >
              <Icon name={icon} size="md" />
              <span className={styles.label}>{label}</span>
            </Link>
          ))}
        </nav>
      </aside>
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
    </div>
  );
}
