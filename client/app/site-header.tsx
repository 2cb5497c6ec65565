import { Link, useMatchRoute } from '@tanstack/react-router';
import { startTransition, useState, useSyncExternalStore } from 'react';

import { useSearch } from '#client/app/use-search.tsx';
import { OnlineNow } from '#client/features/game-servers/online-now.tsx';
import { useSession } from '#client/lib/session.ts';
import type { ClientSession } from '#client/lib/session.ts';
import { useBrand, useSite } from '#client/lib/site.ts';
import { useLater } from '#client/lib/use-later.ts';
import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { SiteLink } from '#client/ui/text/site-link.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';

// After the components above: it imports the header's styles, which override theirs.
import { Emblem, NavLinks, Purse } from './header-links.tsx';

import styles from './site-header.module.css';

/** Transparent over the home page's hero; solid on other pages and once scrolled. */
export function SiteHeader() {
  const isScrolled = useIsScrolled();
  const isHome = Boolean(useMatchRoute()({ to: '/' }));
  const session = useSession();
  const { brand, discord } = useSite();
  const { openSearch, palette } = useSearch();
  return (
    <header
      className={classNames(
        styles.header,
        (!isHome || isScrolled) && styles.solid,
        styles[brand.headerSize],
      )}
    >
      <div className={classNames('wrap', styles.bar)}>
        <Link to="/" className={styles.brand} aria-label={`${brand.name}, home`}>
          <Emblem />
          {brand.name}
        </Link>
        <OnlineNow className={styles.online} />
        {discord && (
          <SiteLink href={discord.href} className={styles.online}>
            {discord.label}
          </SiteLink>
        )}
        <nav className={styles.nav} aria-label="Main">
          <NavLinks session={session} community={<CommunityMenu />} />
          <MoreMenu />
        </nav>
        <IconButton
          icon="search"
          label="Find on this site"
          aria-keyshortcuts="Control+K /"
          className={styles.search}
          onClick={openSearch}
        />
        <Purse className={styles.purse} />
        <MobileMenu session={session} />
      </div>
      {palette}
    </header>
  );
}

const loadSheet = () => import('./menu-sheet.tsx');

function MobileMenu({ session }: { session: ClientSession }) {
  const [isOpen, setIsOpen] = useState(false);
  const part = useLater(loadSheet, isOpen);
  // The button is painted as pressed before the sheet comes or goes, which takes longer.
  const open = (next: boolean) => startTransition(() => setIsOpen(next));
  return (
    <>
      <IconButton
        icon="menu"
        label="Menu"
        className={styles.menuButton}
        aria-expanded={isOpen}
        onClick={() => open(true)}
      />
      {part && isOpen && <part.MenuSheet session={session} onClose={() => open(false)} />}
    </>
  );
}

function CommunityMenu() {
  const { communityUrl, communityLinks, brand } = useSite();
  const label = brand.builtInLinks.header.chat ?? 'Community';
  const chat = { label: 'Community chat', href: communityUrl };
  return <LinkMenu label={label} links={[...communityLinks, chat]} />;
}

/** The links that the owner added, without those that are in the header themselves. */
function MoreMenu() {
  const { navigation } = useBrand();
  return navigation.length > 0 && <LinkMenu label="More" links={navigation} />;
}

function LinkMenu({ label, links }: { label: string; links: Brand['navigation'] }) {
  return (
    <Menu
      label={label}
      purpose="navigation"
      className={styles.link}
      items={links.map((link) => ({
        label: link.label,
        icon: link.href.startsWith('/') ? undefined : 'external',
        render: (props) => <SiteLink {...props} href={link.href} />,
      }))}
    />
  );
}

function useIsScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > 24,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}
