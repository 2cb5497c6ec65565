import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import emblemUrl from '#client/art/emblem.svg';
import { sessionQuery } from '#client/lib/session.ts';
import type { ClientSession } from '#client/lib/session.ts';
import { useBrand, useIsOn } from '#client/lib/site.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { SiteLink } from '#client/ui/text/site-link.tsx';
import { pages } from '#shared/pages.ts';
import type { HeaderLink } from '#shared/rules/built-in-links.ts';
import { formatNumber } from '#shared/rules/format-count.ts';

import styles from './site-header.module.css';

/** The balance of a logged-in player, which leads to the store, or to the wallet if the store is switched off. */
export function Purse({ className, onGo }: { className: string | undefined; onGo?: () => void }) {
  const { data: user } = useQuery(sessionQuery);
  const { words } = useBrand();
  const hasStore = useIsOn()('shop');
  if (!user) return null;
  const { wyncoins, pinned } = user;
  const coins = formatNumber(wyncoins);
  const missing = (pinned?.price ?? 0) - wyncoins;
  return (
    <Link
      to={hasStore ? '/shop' : '/profile/wallet'}
      className={className}
      onClick={onGo}
      title={missing > 0 ? `${formatNumber(missing)} more for ${pinned?.name}` : undefined}
      aria-label={`${hasStore ? words.storeLink : 'Wallet'}: ${coins} ${words.coins}`}
    >
      <Icon name="coins" />
      {coins}
      {pinned && <progress max={pinned.price} value={wyncoins} aria-hidden />}
    </Link>
  );
}

const headerPages = Object.entries(pages).filter(([, page]) => page.inHeader);

type NavProps = {
  session: ClientSession;
  community: ReactNode;
  onGo?: (() => void) | undefined;
};

export function NavLinks({ session, community, onGo }: NavProps) {
  const { isLoggedIn, authReady, mayOpenAdmin } = session;
  const { builtInLinks, firstLinks } = useBrand();
  const link = { className: styles.link, activeProps: { className: styles.active }, onClick: onGo };
  const show = (path: string, title: string | null) => {
    // The pages in the header are those of `headerLinks`.
    const label = builtInLinks.header[path as HeaderLink];
    return (
      label !== null && (
        <Link
          key={path}
          to={path}
          {...link}
          activeOptions={{ exact: path === '/', includeHash: path === '/' }}
        >
          {label ?? title}
        </Link>
      )
    );
  };
  return (
    <>
      {show('/', 'Home')}
      {show('/play', 'Play')}
      {builtInLinks.header.chat !== null && community}
      {headerPages.map(
        ([path, { title, inHeader }]) =>
          (isLoggedIn || inHeader === 'everyone') && show(path, title),
      )}
      {firstLinks.map(({ label, href }) => (
        <SiteLink key={label + href} href={href} className={styles.link} onClick={onGo}>
          {label}
        </SiteLink>
      ))}
      {isLoggedIn && authReady && (
        <Link to="/profile" {...link}>
          Profile
        </Link>
      )}
      {mayOpenAdmin && (
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
    const { logOut } = await import('#client/lib/log-out.ts');
    await logOut(() => navigate({ to: '/' }));
  }
  return (
    <button type="button" className={styles.link} onClick={() => void leave()}>
      Logout
    </button>
  );
}

export function Emblem() {
  return <img src={useBrand().logo ?? emblemUrl} alt="" width="34" height="34" />;
}
