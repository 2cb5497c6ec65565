import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';

import { useBrand, visit } from '#client/lib/site.ts';
import { whenIdle, whenLoaded } from '#client/lib/when.ts';
import { buttonClass } from '#client/ui/form/button.tsx';

import { HeroScene } from './hero-scene.tsx';

import styles from './home-page.module.css';

/** The server rendered this page: everything is on the screen before its scripts are. */
const isRendered = visit.renderedAt !== undefined && location.pathname === '/';

// In a script of its own: it would make the first load larger.
const Below = lazyRouteComponent(loadBelow, 'HomeBelow');
let isHydrated = !isRendered;
let loadNow = () => {};

async function loadBelow() {
  if (isRendered) {
    const asked = new Promise<void>((resolve) => (loadNow = resolve));
    await Promise.race([asked, whenLoaded().then(() => whenIdle(2000))]);
  }
  return import('./home-below.tsx');
}

/** The router waits for this before it shows the page, so that nothing moves afterwards. */
export async function prepareHome(): Promise<void> {
  if (isHydrated) {
    loadNow();
    await Below.preload?.();
  }
  isHydrated = true;
}

export function HomePage() {
  return (
    <>
      <Hero />
      <Suspense fallback={<div className={styles.below} />}>
        <Below />
      </Suspense>
    </>
  );
}

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
