import { Link } from '@tanstack/react-router';

import emblemUrl from '#client/art/emblem.svg';
import { useSite } from '#client/lib/site.ts';
import { SiteLink } from '#client/ui/text/site-link.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';
import type { FooterLink } from '#shared/rules/built-in-links.ts';

import styles from './site-footer.module.css';

export function SiteFooter() {
  const { communityUrl, brand } = useSite();
  const { footer } = brand.builtInLinks;
  const show = (to: Exclude<FooterLink, 'chat'>, original: string) =>
    footer[to] !== null && (
      <li>
        <Link to={to}>{footer[to] ?? original}</Link>
      </li>
    );
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.about}>
          <img src={brand.logo ?? emblemUrl} alt="" width="44" height="44" loading="lazy" />
          <p>{brand.footer.text}</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          <ul aria-label="Play">
            {show('/play', 'Download')}
            {show('/hiscores', 'Hiscores')}
            {show('/shop', brand.words.storeLink)}
          </ul>
          <ul aria-label="Community">
            {show('/events', 'Events')}
            {show('/polls', 'Polls')}
            {footer.chat !== null &&
              toItem({ label: footer.chat ?? 'Community chat', href: communityUrl })}
            {brand.social.map(toItem)}
          </ul>
          <ul aria-label="Legal">
            {show('/terms', 'Terms')}
            {show('/privacy', 'Privacy')}
            {show('/api/docs', 'API')}
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
