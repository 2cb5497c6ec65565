import { Link } from '@tanstack/react-router';

import { LatestNews } from '#client/features/news/latest-news.tsx';
import { site } from '#client/lib/site.ts';
import { buttonClass } from '#client/ui/button.tsx';
import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';

import { HeroScene } from './hero-scene.tsx';

import styles from './home-page.module.css';

const features: { icon: IconName; title: string; text: string }[] = [
  { icon: 'quest', title: '35+ Quests', text: 'Stories worth the walk' },
  { icon: 'boss', title: 'Ferocious Bosses', text: 'Bring food, and friends' },
  { icon: 'contract', title: 'Skilling Contracts', text: 'Work that pays' },
];

export function HomePage() {
  return (
    <>
      <Hero />
      <div className="wrap">
        <ul className={styles.features} aria-label="Features">
          {features.map(({ icon, title, text }) => (
            <li key={title}>
              <Panel className={styles.feature}>
                <Icon name={icon} className={styles.icon} />
                <div>
                  <h2>{title}</h2>
                  <p>{text}</p>
                </div>
              </Panel>
            </li>
          ))}
        </ul>
        <LatestNews />
      </div>
    </>
  );
}

function Hero() {
  return (
    <section className={styles.hero} aria-label="Welcome">
      <HeroScene />
      <div className={`wrap ${styles.welcome}`}>
        <h1>
          Welcome to <span>{site.name}</span>
        </h1>
        <p>
          The old world as you remember it: long roads, hard bosses and friends by the fire. Free to
          play, made by fans.
        </p>
        <Link to="/play" className={buttonClass({ tone: 'primary', size: 'lg' })}>
          Play Now
        </Link>
      </div>
    </section>
  );
}
