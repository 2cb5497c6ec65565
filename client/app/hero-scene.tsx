import tallSceneUrl from '#client/art/hero/tall-780.avif';
import tallScene2xUrl from '#client/art/hero/tall-1170.avif';
import tallFogUrl from '#client/art/hero/tall-fog.svg';
import tallGlowUrl from '#client/art/hero/tall-glow.svg';
import wideSceneUrl from '#client/art/hero/wide-1440.avif';
import wideScene2xUrl from '#client/art/hero/wide-2880.avif';
import wideFogUrl from '#client/art/hero/wide-fog.svg';
import wideGlowUrl from '#client/art/hero/wide-glow.svg';

import styles from './hero-scene.module.css';

const phone = '(max-width: 700px)';

/**
 * The castle at dusk. The moving parts (fog, torch glow) are separate layers above it, which the
 * browser can shift and fade without repainting.
 */
export function HeroScene() {
  return (
    <>
      <picture>
        <source
          media={phone}
          srcSet={`${tallSceneUrl} 780w, ${tallScene2xUrl} 1170w`}
          sizes="120vw"
        />
        <img
          className={styles.scene}
          src={wideSceneUrl}
          srcSet={`${wideSceneUrl} 1440w, ${wideScene2xUrl} 2880w`}
          sizes="100vw"
          alt=""
          fetchPriority="high"
        />
      </picture>
      <picture>
        <source media={phone} srcSet={tallFogUrl} />
        <img className={`${styles.layer} ${styles.fog}`} src={wideFogUrl} alt="" />
      </picture>
      <picture>
        <source media={phone} srcSet={tallGlowUrl} />
        <img className={`${styles.layer} ${styles.glow}`} src={wideGlowUrl} alt="" />
      </picture>
    </>
  );
}
