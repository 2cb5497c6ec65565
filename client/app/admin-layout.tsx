import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';

import { ListKeys } from '#client/app/list-keys.tsx';
import { furtherScreens, sidebarScreens, useAllowed } from '#client/app/navigation.ts';
import type { AdminScreen } from '#client/app/navigation.ts';
import { useSearch } from '#client/app/use-search.tsx';
import emblemUrl from '#client/art/emblem.svg';
import { useBrand } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';

import styles from './admin-layout.module.css';

const storageKey = 'admin-sidebar';

/** On a tablet an open sidebar leaves too little room for tables. */
const narrow = matchMedia('(width < 1024px)');

/** Keeps the sidebar's state in localStorage, so each browser has its own. */
export function AdminLayout() {
  const [choice, setChoice] = useState(() => localStorage.getItem(storageKey));
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => narrow.matches);
  const isCollapsed = choice === null ? isNarrow : choice === 'collapsed';
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { openSearch, palette } = useSearch();
  function toggle() {
    const next = isCollapsed ? 'open' : 'collapsed';
    localStorage.setItem(storageKey, next);
    setChoice(next);
  }
  return (
    <div className={classNames(styles.layout, isCollapsed && styles.collapsed)}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <aside className={styles.sidebar}>
        <div className={styles.head}>
          <Brand />
          <IconButton
            icon={isCollapsed ? 'chevron-right' : 'chevron-left'}
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!isCollapsed}
            onClick={toggle}
          />
        </div>
        <SearchButton onClick={openSearch} />
        <NavLinks />
        <button
          type="button"
          className={classNames(styles.link, styles.help)}
          title="Keys in lists"
          onClick={() => setIsHelpOpen(true)}
        >
          <Icon name="info" size="md" />
          <span className={styles.label}>Keys in lists</span>
          <span className={classNames(styles.label, styles.keys)} aria-hidden="true">
            <Kbd>?</Kbd>
          </span>
        </button>
        <Link to="/" className={classNames(styles.link, styles.leave)} title="Back to the site">
          <Icon name="arrow-left" size="md" />
          <span className={styles.label}>Back to the site</span>
        </Link>
      </aside>
      <PhoneBar onSearch={openSearch} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
      <ListKeys isHelpOpen={isHelpOpen} onHelp={setIsHelpOpen} />
      {palette}
    </div>
  );
}

function subscribeToWidth(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

function Brand() {
  const { name, logo } = useBrand();
  return (
    <Link to="/" className={styles.brand} aria-label={`${name}, home`}>
      <img src={logo ?? emblemUrl} alt="" width="30" height="30" />
      <span className={styles.label}>{name}</span>
    </Link>
  );
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.search} aria-label="Jump to…" onClick={onClick}>
      <Icon name="search" size="md" />
      <span className={styles.label}>Jump to…</span>
      <span className={classNames(styles.label, styles.keys)} aria-hidden="true">
        <Kbd>{isApple ? '⌘' : 'Ctrl'}</Kbd> <Kbd>K</Kbd>
      </span>
    </button>
  );
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

/** On a phone the same links are in a sheet behind one button. */
function PhoneBar({ onSearch }: { onSearch: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const { logo } = useBrand();
  const close = () => setIsOpen(false);
  return (
    <div className={styles.phoneBar}>
      <Brand />
      <IconButton icon="search" label="Jump to…" onClick={onSearch} />
      <IconButton
        icon="menu"
        label="Admin menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Modal className={styles.sheet} aria-label="Admin menu" onClose={close}>
          <div className={styles.head}>
            <span className={styles.brand}>
              <img src={logo ?? emblemUrl} alt="" width="30" height="30" />
              Admin
            </span>
            <IconButton icon="close" label="Close menu" onClick={close} />
          </div>
          <NavLinks onGo={close} />
          <Link to="/" className={classNames(styles.link, styles.leave)} onClick={close}>
            <Icon name="arrow-left" size="md" />
            Back to the site
          </Link>
        </Modal>
      )}
    </div>
  );
}

function NavLinks({ onGo }: { onGo?: () => void }) {
  const link = (screen: AdminScreen) => <NavLink key={screen.to} {...screen} onGo={onGo} />;
  const further = useAllowed(furtherScreens);
  return (
    <>
      <nav className={styles.nav} aria-label="Admin">
        {useAllowed(sidebarScreens).map(link)}
      </nav>
      {further.length > 0 && (
        <nav className={classNames(styles.nav, styles.further)} aria-label="More">
          {further.map(link)}
        </nav>
      )}
    </>
  );
}

type NavLinkProps = AdminScreen & { onGo: (() => void) | undefined };

function NavLink({ to, label, icon, onGo }: NavLinkProps) {
  // The page of one player belongs to the list of users.
  const isPlayer = useLocation({
    select: ({ pathname }) => to === '/admin/users' && pathname.startsWith('/admin/manage/'),
  });
  // A screen below another one has its own link.
  const hasLower = furtherScreens.some((other) => other.to.startsWith(`${to}/`));
  return (
    <Link
      to={to}
      className={classNames(styles.link, isPlayer && styles.active)}
      activeProps={{ className: styles.active }}
      activeOptions={{ exact: hasLower, includeSearch: false }}
      title={label}
      onClick={onGo}
    >
      <Icon name={icon} size="md" />
      <span className={styles.label}>{label}</span>
    </Link>
  );
}
