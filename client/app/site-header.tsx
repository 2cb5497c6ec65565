import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useIsScrolled } from '#client/app/use-is-scrolled.ts';
import emblemUrl from '#client/art/emblem.svg';
import { OnlineNow } from '#client/features/bridge/online-now.tsx';
import { connectLive } from '#client/lib/live.ts';
import { clearSession, logOut, sessionQuery, useSession } from '#client/lib/session.ts';
import type { ClientSession } from '#client/lib/session.ts';
import { useBrand, useSiteState } from '#client/lib/site-state.ts';
import { site } from '#client/lib/site.ts';
import { IconButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { Modal } from '#client/ui/modal.tsx';
import { SiteLink } from '#client/ui/site-link.tsx';
import type { Brand } from '#shared/appearance.ts';
import { pages } from '#shared/pages.ts';
import { isAdmin } from '#shared/permissions.ts';

import styles from './site-header.module.css';

/** Transparent over the home page's hero; solid on other pages and once scrolled. */
export function SiteHeader() {
  const isScrolled = useIsScrolled();
  const isHome = Boolean(useMatchRoute()({ to: '/' }));
  const session = useSession();
  const brand = useBrand();
  return (
    <header className={classNames(styles.header, (!isHome || isScrolled) && styles.solid)}>
      <div className={classNames('wrap', styles.bar)}>
        <Link to="/" className={styles.brand} aria-label={`${brand.name}, home`}>
          <Emblem />
          {brand.name}
        </Link>
        <OnlineNow className={styles.online} />
        <nav className={styles.nav} aria-label="Main">
          <NavLinks session={session} community={<CommunityMenu />} />
          <MoreMenu />
        </nav>
        <Purse className={styles.purse} />
        <MobileMenu session={session} />
      </div>
    </header>
  );
}

function MobileMenu({ session }: { session: ClientSession }) {
  const [isOpen, setIsOpen] = useState(false);
  const brand = useBrand();
  const close = () => setIsOpen(false);
  return (
    <>
      <IconButton
        icon="menu"
        label="Menu"
        className={styles.menuButton}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Modal className={styles.sheet} aria-label="Menu" onClose={close}>
          <div className={styles.sheetHead}>
            <span className={styles.brand}>
              <Emblem />
              {brand.name}
            </span>
            <IconButton icon="close" label="Close menu" onClick={close} />
          </div>
          <Purse className={classNames(styles.purse, styles.sheetPurse)} onGo={close} />
          <nav className={styles.sheetNav} aria-label="Main">
            <NavLinks session={session} community={<CommunityLink />} onGo={close} />
            {brand.navigation.map(({ label, href }) => (
              <SiteLink key={label + href} href={href} className={styles.link} onClick={close}>
                {label}
              </SiteLink>
            ))}
          </nav>
          <OnlineNow className={styles.sheetOnline} />
        </Modal>
      )}
    </>
  );
}

/** The balance of a logged-in player, which leads to the store. */
function Purse({ className, onGo }: { className: string | undefined; onGo?: () => void }) {
  const { data: user } = useQuery(sessionQuery);
  if (!user) return null;
  const coins = user.wyncoins.toLocaleString('en');
  return (
    <Link
      to="/shop"
      className={className}
      onClick={onGo}
      aria-label={`Store: ${coins} ${site.brand.words.coins}`}
    >
      <Icon name="coins" />
      {coins}
    </Link>
  );
}

const headerPages = Object.entries(pages).filter(([, page]) => page.inHeader);

type NavProps = {
  session: ClientSession;
  community: ReactNode;
  onGo?: (() => void) | undefined;
};

function NavLinks({ session, community, onGo }: NavProps) {
  const { isLoggedIn, authReady, userRights, permissions } = session;
  const link = { className: styles.link, activeProps: { className: styles.active }, onClick: onGo };
  return (
    <>
      <Link to="/" {...link} activeOptions={{ exact: true, includeHash: true }}>
        Home
      </Link>
      <Link to="/play" {...link}>
        Play
      </Link>
      {community}
      {headerPages.map(
        ([path, { title, inHeader }]) =>
          (isLoggedIn || inHeader === 'everyone') && (
            <Link key={path} to={path} {...link}>
              {title}
            </Link>
          ),
      )}
      {isLoggedIn && authReady && (
        <Link to="/profile" {...link}>
          Profile
        </Link>
      )}
      {isLoggedIn && (isAdmin(userRights) || permissions.length > 0) && (
        <Link to="/admin" {...link}>
          Admin
        </Link>
      )}
      {isLoggedIn ? (
        <LogoutButton onGo={onGo} />
      ) : (
        <Link to="/login" {...link}>
          Login
        </Link>
      )}
    </>
  );
}

function LogoutButton({ onGo }: { onGo: (() => void) | undefined }) {
  const navigate = useNavigate();
  async function leave() {
    onGo?.();
    await logOut();
    // Navigate first: a page that requires a login must be left before the session is cleared.
    await navigate({ to: '/' });
    clearSession();
    connectLive();
  }
  return (
    <button type="button" className={styles.link} onClick={() => void leave()}>
      Logout
    </button>
  );
}

function CommunityMenu() {
  const { communityUrl } = useSiteState();
  return <LinkMenu label="Community" links={[{ label: 'Community chat', href: communityUrl }]} />;
}

/** The links that the owner added. */
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

/** The sheet has room for the link itself, without a menu. */
function CommunityLink() {
  const { communityUrl } = useSiteState();
  return (
    <SiteLink href={communityUrl} className={styles.link}>
      Community chat <Icon name="external" />
    </SiteLink>
  );
}

function Emblem() {
  return <img src={useBrand().logo ?? emblemUrl} alt="" width="34" height="34" />;
}
