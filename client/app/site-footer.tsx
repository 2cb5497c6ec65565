import { Link } from '@tanstack/react-router';

import emblemUrl from '#client/art/emblem.svg';
import { useSiteState } from '#client/lib/site-state.ts';
import { SiteLink } from '#client/ui/site-link.tsx';
import type { Brand } from '#shared/appearance.ts';

import styles from './site-footer.module.css';

export function SiteFooter() {
  const { communityUrl, brand } = useSiteState();
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.about}>
          <img src={brand.logo ?? emblemUrl} alt="" width="44" height="44" loading="lazy" />
          <p>{brand.footer.text}</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          <ul aria-label="Play">
            <li>
              <Link to="/play">Download</Link>
            </li>
            <li>
              <Link to="/hiscores">Hiscores</Link>
            </li>
            <li>
              <Link to="/shop">{brand.words.storeLink}</Link>
            </li>
          </ul>
          <ul aria-label="Community">
            <li>
              <Link to="/events">Events</Link>
            </li>
            <li>
              <Link to="/polls">Polls</Link>
            </li>
            <li>
              <a href={communityUrl} target="_blank" rel="noopener noreferrer">
                Community chat
              </a>
            </li>
            {brand.social.map(toItem)}
          </ul>
          <ul aria-label="Legal">
            <li>
              <Link to="/terms">Terms</Link>
            </li>
            <li>
              <Link to="/privacy">Privacy</Link>
            </li>
            <li>
              <Link to="/api/docs">API</Link>
            </li>
            {brand.footer.links.map(toItem)}
          </ul>
        </nav>
        <p className={styles.credits}>
          Icons made by Lorc, Delapouite and Skoll of{' '}
          <a href="https://game-icons.net" target="_blank" rel="noopener noreferrer">
            game-icons.net
          </a>{' '}
          (CC BY 3.0), recoloured.
        </p>
      </div>
    </footer>
  );
}

function toItem({ label, href }: Brand['social'][number]) {
  return (
    <li key={label + href}>
      <SiteLink href={href}>{label}</SiteLink>
    </li>
  );
}
