import { OnlineNow } from '#client/features/game-servers/online-now.tsx';
import type { ClientSession } from '#client/lib/session.ts';
import { useBrand, useSite } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';
import { SiteLink } from '#client/ui/text/site-link.tsx';

import { Emblem, NavLinks, Purse } from './header-links.tsx';

import styles from './site-header.module.css';

export function MenuSheet({ session, onClose }: { session: ClientSession; onClose: () => void }) {
  const brand = useBrand();
  return (
    <Modal className={styles.sheet} aria-label="Menu" onClose={onClose}>
      <div className={styles.sheetHead}>
        <span className={styles.brand}>
          <Emblem />
          {brand.name}
        </span>
        <IconButton icon="close" label="Close menu" onClick={onClose} />
      </div>
      <Purse className={classNames(styles.purse, styles.sheetPurse)} onGo={onClose} />
      <nav className={styles.sheetNav} aria-label="Main">
        <NavLinks session={session} community={<CommunityLinks onGo={onClose} />} onGo={onClose} />
        {brand.navigation.map(({ label, href }) => (
          <SiteLink key={label + href} href={href} className={styles.link} onClick={onClose}>
            {label}
          </SiteLink>
        ))}
      </nav>
      <OnlineNow className={styles.sheetOnline} />
    </Modal>
  );
}

/** The sheet has room for the links themselves, without a menu. */
function CommunityLinks({ onGo }: { onGo: () => void }) {
  const { communityUrl, communityLinks, brand } = useSite();
  return (
    <>
      <SiteLink href={communityUrl} className={styles.link}>
        {brand.builtInLinks.header.chat ?? 'Community chat'} <Icon name="external" />
      </SiteLink>
      {communityLinks.map(({ label, href }) => (
        <SiteLink key={href} href={href} className={styles.link} onClick={onGo}>
          {label} {!href.startsWith('/') && <Icon name="external" />}
        </SiteLink>
      ))}
    </>
  );
}
