import bossUrl from '#client/art/scenes/boss-400.avif';
import boss2xUrl from '#client/art/scenes/boss-800.avif';
import marketUrl from '#client/art/scenes/market-400.avif';
import market2xUrl from '#client/art/scenes/market-800.avif';
import questUrl from '#client/art/scenes/quest-400.avif';
import quest2xUrl from '#client/art/scenes/quest-800.avif';
import skillUrl from '#client/art/scenes/skill-400.avif';
import skill2xUrl from '#client/art/scenes/skill-800.avif';
import { useBrand } from '#client/lib/site.ts';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { Brand } from '#shared/endpoints/appearance.ts';

import styles from './home-scenes.module.css';

type Scene = Omit<NonNullable<Brand['scenes']>[number], 'text'> & { text?: string };

/** Without texts: the features above them already describe the world. */
const ours: Scene[] = [
  {
    src: questUrl,
    srcset: `${questUrl} 400w, ${quest2xUrl} 800w`,
    alt: 'A traveller with a lantern before a gate of standing stones that glows with runes.',
    title: 'The Rune Gate',
  },
  {
    src: bossUrl,
    srcset: `${bossUrl} 400w, ${boss2xUrl} 800w`,
    alt: 'Four adventurers face a horned giant that rises from a lake of fire.',
    title: 'The Ember Titan',
  },
  {
    src: skillUrl,
    srcset: `${skillUrl} 400w, ${skill2xUrl} 800w`,
    alt: 'A fisher on a pier at sunrise, with a windmill and mountains behind the lake.',
    title: 'Stillwater Lake',
  },
  {
    src: marketUrl,
    srcset: `${marketUrl} 400w, ${market2xUrl} 800w`,
    alt: 'People talk and trade between the stalls of a market square under strings of lanterns.',
    title: 'Market Square',
  },
];

export function HomeScenes() {
  const { scenes, hasOwnPicture } = useBrand();
  // Beside an owner's picture, ours would show another world.
  const shown: Scene[] = scenes ?? (hasOwnPicture ? [] : ours);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="world">
      <SectionHeading id="world">
        <SiteText name="world" original="Beyond the Gate" />
      </SectionHeading>
      <ul className={styles.scenes}>
        {shown.map(({ src, srcset, alt, title, text }) => (
          <li key={title}>
            <figure className={styles.scene}>
              <span className={styles.frame}>
                <img
                  src={src}
                  srcSet={srcset}
                  sizes="(max-width: 700px) 46vw, 270px"
                  width={400}
                  height={300}
                  alt={alt}
                  loading="lazy"
                  decoding="async"
                />
              </span>
              <figcaption>
                <strong className={styles.title}>{title}</strong>
                {text}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
