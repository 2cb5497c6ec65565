import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';

import { LatestNews } from '#client/features/news/latest-news.tsx';
import { useBrand } from '#client/lib/site-state.ts';
import { visit } from '#client/lib/site.ts';
import { whenIdle, whenLoaded } from '#client/lib/when.ts';
import { buttonClass } from '#client/ui/form/button.tsx';

import { HeroScene } from './hero-scene.tsx';

import styles from './home-page.module.css';

/** The server rendered this page: everything is on the screen before its scripts are. */
const isRendered = visit.renderedAt !== undefined && location.pathname === '/';

// In a script of their own: they would make the first load larger.
const BeforeNews = lazyRouteComponent(loadBelow, 'HomeBeforeNews');
const Closing = lazyRouteComponent(loadBelow, 'HomeClosing');

async function loadBelow() {
  if (isRendered) {
    await whenLoaded();
    await whenIdle(2000);
  }
  return import('./home-below.tsx');
}

export function HomePage() {
  return (
    <>
      <Hero />
      <div className="wrap">
        <Suspense fallback={<div className={styles.rest} />}>
          <BeforeNews />
        </Suspense>
        <LatestNews />
      </div>
      <Suspense fallback={<div className={styles.end} />}>
        <Closing />
      </Suspense>
    </>
  );
}

/** The router waits for this before it shows the page, so that nothing moves afterwards. */
HomePage.preload = async () => {
  if (!isRendered) await Promise.all([BeforeNews.preload?.(), Closing.preload?.()]);
};

export function Hero() {
  const { hero } = useBrand();
  return (
    <section className={styles.hero} aria-label="Welcome">
      <HeroScene />
      <div className={`wrap ${styles.welcome}`}>
        <h1>
          {hero.title}
          <span>{hero.titleName}</span>
        </h1>
        <p>{hero.text}</p>
        <Link to="/play" className={buttonClass({ tone: 'primary', size: 'lg' })}>
          Play Now
        </Link>
      </div>
    </section>
  );
}
