import { useState } from 'react';

import dawnBroadUrl from '#client/art/castle/dawn-broad.avif';
import dawnTallUrl from '#client/art/castle/dawn-tall.avif';
import dawnWideUrl from '#client/art/castle/dawn-wide.avif';
import dayBroadUrl from '#client/art/castle/day-broad.avif';
import dayTallUrl from '#client/art/castle/day-tall.avif';
import dayWideUrl from '#client/art/castle/day-wide.avif';
import duskBroadUrl from '#client/art/castle/dusk-broad.avif';
import duskTallUrl from '#client/art/castle/dusk-tall.avif';
import duskWideUrl from '#client/art/castle/dusk-wide.avif';
import nightBroadUrl from '#client/art/castle/night-broad.avif';
import nightTallUrl from '#client/art/castle/night-tall.avif';
import nightWideUrl from '#client/art/castle/night-wide.avif';
import { classNames } from '#client/ui/class-names.ts';

import type { TimeOfDay } from './castle-windows.ts';

import styles from './castle.module.css';
import heroStyles from './hero-scene.module.css';

type Props = { time: TimeOfDay | undefined; onReady: () => void };

const urls: Record<TimeOfDay, { tall: string; wide: string; broad: string }> = {
  dawn: { tall: dawnTallUrl, wide: dawnWideUrl, broad: dawnBroadUrl },
  day: { tall: dayTallUrl, wide: dayWideUrl, broad: dayBroadUrl },
  dusk: { tall: duskTallUrl, wide: duskWideUrl, broad: duskBroadUrl },
  night: { tall: nightTallUrl, wide: nightWideUrl, broad: nightBroadUrl },
};

/** The whole scene at a time of day, above the hero's. The one before stays below until the new one has faded in. */
export function CastleSky({ time, onReady }: Props) {
  const [before, setBefore] = useState<TimeOfDay>();
  const [loaded, setLoaded] = useState<TimeOfDay>();
  const shown = [before, time].filter((each, at) => each && (at === 1 || each !== time));
  return shown.map(
    (each) =>
      each && (
        <picture key={each}>
          <source media="(max-width: 700px)" srcSet={urls[each].tall} />
          <source media="(min-width: 1441px)" srcSet={urls[each].broad} />
          <img
            className={classNames(
              heroStyles.scene,
              styles.sky,
              (each === loaded || each === before) && styles.shown,
            )}
            src={urls[each].wide}
            alt=""
            decoding="async"
            onLoad={() => {
              setLoaded(each);
              onReady();
            }}
            onTransitionEnd={() => setBefore(each)}
          />
        </picture>
      ),
  );
}
