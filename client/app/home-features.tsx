import { Link, linkOptions } from '@tanstack/react-router';
import type { LinkOptions } from '@tanstack/react-router';

import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';

import styles from './home-features.module.css';

type Feature = { icon: IconName; title: string; text: string; link: LinkOptions };

/** The links lead to pages that exist on every site, also on a new one. */
const features: Feature[] = [
  {
    icon: 'quest',
    title: '35+ Quests',
    text: 'Stories worth the walk',
    link: linkOptions({ to: '/news', search: { category: 'Dev Blogs' } }),
  },
  {
    icon: 'boss',
    title: 'Ferocious Bosses',
    text: 'Bring food, and friends',
    link: linkOptions({ to: '/events', search: { type: 'Bossing' } }),
  },
  {
    icon: 'contract',
    title: 'Skilling Contracts',
    text: 'Work that pays',
    link: linkOptions({ to: '/news', search: { category: 'Game Updates' } }),
  },
];

export function HomeFeatures() {
  return (
    <ul className={styles.features} aria-label="Features">
      {features.map(({ icon, title, text, link }) => (
        <li key={title}>
          <Panel className={styles.feature}>
            <Icon name={icon} className={styles.icon} />
            <div>
              <h2>
                <Link {...link} className={styles.link}>
                  {title}
                </Link>
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
