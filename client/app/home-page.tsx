import { Link, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';

import { useBrand, visit } from '#client/lib/site.ts';
import { whenQuiet } from '#client/lib/when.ts';
import { buttonClass } from '#client/ui/form/button.tsx';

import { HeroScene } from './hero-scene.tsx';

import styles from './home-page.module.css';

/** The server rendered this page: everything is on the screen before its scripts are. */
const isRendered = visit.renderedAt !== undefined && location.pathname === '/';

const importBelow = () => import('./home-below.tsx');

// In a script of its own: it would make the first load larger.
const Below = lazyRouteComponent(loadBelow, 'HomeBelow');
let isHydrated = !isRendered;
let loadNow = () => {};
let finish = () => {};

/** Live updates wait for this: data that changes before the browser has hydrated the HTML no longer matches it. */
export const whenHomeHydrated = new Promise<void>((resolve) => {
  finish = resolve;
  if (!isRendered) resolve();
});

async function loadBelow() {
  if (isRendered) {
    const asked = new Promise<void>((resolve) => (loadNow = resolve));
    await Promise.race([asked, whenQuiet()]);
  }
  return importBelow();
}

/** The router waits for this before it shows the page, so that nothing moves afterwards. */
export async function prepareHome(): Promise<void> {
  if (isHydrated) {
    loadNow();
    await Below.preload?.();
    await (await importBelow()).readAboveNews();
  }
  isHydrated = true;
}

export function HomePage() {
  // Leaving the page early must not keep live updates waiting.
  useEffect(() => finish, []);
  return (
    <>
      <Hero />
      <Suspense fallback={<div className={styles.below} />}>
        <Below />
        <Hydrated />
      </Suspense>
    </>
  );
}

/** Its effect runs when everything beside it is hydrated. */
function Hydrated() {
  useEffect(finish, []);
  return null;
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
