import { Link, useLocation } from '@tanstack/react-router';

import emblemUrl from '#client/art/emblem.svg';
import { useSite } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { SiteLink } from '#client/ui/text/site-link.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';
import type { FooterLink } from '#shared/rules/built-in-links.ts';

import styles from './site-footer.module.css';

/** Forms and lists of one's own: their footer is one line. */
const tools =
  /^\/(?:login|register|reset|confirm-email|claim-name|setup|profile|support|api)(?![^/-])/;

export function SiteFooter() {
  const { communityUrl, communityLinks, brand } = useSite();
  const isShort = useLocation({ select: ({ pathname }) => tools.test(pathname) });
  const { footer } = brand.builtInLinks;
  const link = (to: Exclude<FooterLink, 'chat'>, original: string) =>
    footer[to] !== null && <Link to={to}>{footer[to] ?? original}</Link>;
  const show = (...args: Parameters<typeof link>) => {
    const shown = link(...args);
    return shown && <li>{shown}</li>;
  };
  return (
    <footer className={classNames(styles.footer, isShort && styles.short)}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.about}>
          <img src={brand.logo ?? emblemUrl} alt="" width="44" height="44" loading="lazy" />
          <p>{brand.footer.text}</p>
        </div>
        <nav className={styles.links} aria-label="Footer">
          {!isShort && (
            <>
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
                {[...communityLinks, ...brand.social].map(toItem)}
              </ul>
            </>
          )}
          <ul aria-label="Help">
            {!isShort && show('/support', 'Support')}
            {show('/terms', 'Terms')}
            {show('/privacy', 'Privacy')}
            {brand.footer.links.map(toItem)}
          </ul>
        </nav>
        {!isShort && (
          <div className={styles.credits}>
            <p>
              Icons made by Lorc, Delapouite and Skoll of{' '}
              <a href="https://game-icons.net" target="_blank" rel="noopener noreferrer">
                game-icons.net
              </a>{' '}
              (CC BY 3.0), recoloured.
            </p>
            {link('/api/docs', 'API')}
          </div>
        )}
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
