import broadSceneUrl from '#client/art/hero/broad-3840.avif';
import broadScene2xUrl from '#client/art/hero/broad-5760.avif';
import tallSceneUrl from '#client/art/hero/tall-780.avif';
import tallScene2xUrl from '#client/art/hero/tall-1170.avif';
import wideSceneUrl from '#client/art/hero/wide-1560.avif';
import wideScene2xUrl from '#client/art/hero/wide-3120.avif';
import { useBrand } from '#client/lib/site.ts';
import { useLater } from '#client/lib/use-later.ts';
import { OwnPicture } from '#client/ui/layout/own-picture.tsx';

import styles from './hero-scene.module.css';

const phone = '(max-width: 700px)';
const large = '(min-width: 1441px)';

/** The castle at dusk. Large screens show more land, not a larger castle. Moving parts are layers of their own. */
export function HeroScene() {
  const { hero, livingCastle } = useBrand();
  if (hero.picture) return <OwnPicture className={styles.scene} />;
  return (
    <>
      <picture>
        <source
          media={phone}
          srcSet={`${tallSceneUrl} 780w, ${tallScene2xUrl} 1170w`}
          sizes="120vw"
        />
        <source
          media={large}
          srcSet={`${broadSceneUrl} 3840w, ${broadScene2xUrl} 5760w`}
          sizes="3787px"
        />
        <img
          className={styles.scene}
          src={wideSceneUrl}
          srcSet={`${wideSceneUrl} 1560w, ${wideScene2xUrl} 3120w`}
          sizes="max(108vw, 1196px)"
          alt=""
          fetchPriority="high"
        />
      </picture>
      {livingCastle && <LivingCastle />}
      <div className={`${styles.layer} ${styles.fog}`} />
      <div className={`${styles.layer} ${styles.glow}`} />
    </>
  );
}

const loadCastle = () => import('./castle.tsx');

function LivingCastle() {
  const part = useLater(loadCastle);
  return part && <part.Castle />;
}
