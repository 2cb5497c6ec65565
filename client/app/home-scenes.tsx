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

import styles from './home-scenes.module.css';

const ours = [
  {
    src: questUrl,
    srcset: `${questUrl} 400w, ${quest2xUrl} 800w`,
    alt: 'A traveller with a lantern before a gate of standing stones that glows with runes.',
    title: 'The Rune Gate',
    text: 'Quests begin with a light where none should be.',
  },
  {
    src: bossUrl,
    srcset: `${bossUrl} 400w, ${boss2xUrl} 800w`,
    alt: 'Four adventurers face a horned giant that rises from a lake of fire.',
    title: 'The Ember Titan',
    text: 'Some doors are best opened in company.',
  },
  {
    src: skillUrl,
    srcset: `${skillUrl} 400w, ${skill2xUrl} 800w`,
    alt: 'A fisher on a pier at sunrise, with a windmill and mountains behind the lake.',
    title: 'Stillwater Lake',
    text: 'Skills for a quiet morning and a full basket.',
  },
  {
    src: marketUrl,
    srcset: `${marketUrl} 400w, ${market2xUrl} 800w`,
    alt: 'People talk and trade between the stalls of a market square under strings of lanterns.',
    title: 'Market Square',
    text: 'Trade, gossip and the best soup in the valley.',
  },
];

export function HomeScenes() {
  const { scenes, hasOwnPicture } = useBrand();
  // Beside an owner's picture, ours would show another world.
  const shown = scenes ?? (hasOwnPicture ? [] : ours);
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
                  sizes="(max-width: 1000px) 46vw, 270px"
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
