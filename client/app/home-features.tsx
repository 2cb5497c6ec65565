import { useBrand } from '#client/lib/site.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SiteLink } from '#client/ui/text/site-link.tsx';

import styles from './home-features.module.css';

export function HomeFeatures() {
  const { features } = useBrand();
  if (features.length === 0) return null;
  return (
    <ul className={styles.features} aria-label="Features">
      {features.map(({ icon, title, text, href }) => (
        <li key={title}>
          <Panel className={styles.feature}>
            <Icon name={icon} className={styles.icon} />
            <div>
              <h2>
                <SiteLink href={href} className={styles.link}>
                  {title}
                </SiteLink>
              </h2>
              <p>{text}</p>
            </div>
            <Icon name="arrow-right" className={styles.arrow} />
          </Panel>
        </li>
      ))}
    </ul>
  );
}
