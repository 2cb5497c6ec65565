import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import type { TimeOfDay } from './castle-windows.ts';

import styles from './castle.module.css';
import heroStyles from './hero-scene.module.css';

type Props = { time: TimeOfDay | undefined; onReady: () => void };

const pictures = import.meta.glob<string>('../art/castle/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The whole scene at a time of day, above the hero's. The one before stays below until the new one has faded in. */
export function CastleSky({ time, onReady }: Props) {
  const [before, setBefore] = useState<TimeOfDay>();
  const [loaded, setLoaded] = useState<TimeOfDay>();
  const shown = [before, time].filter((each, at) => each && (at === 1 || each !== time));
  return shown.map(
    (each) =>
      each && (
        <picture key={each}>
          <source media="(max-width: 700px)" srcSet={urlOf(each, 'tall')} />
          <source media="(min-width: 1441px)" srcSet={urlOf(each, 'broad')} />
          <img
            className={classNames(
              heroStyles.scene,
              styles.sky,
              (each === loaded || each === before) && styles.shown,
            )}
            src={urlOf(each, 'wide')}
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

function urlOf(time: TimeOfDay, form: 'tall' | 'wide' | 'broad'): string {
  return pictures[`../art/castle/${time}-${form}.avif`]!;
}
