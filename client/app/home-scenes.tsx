import bossUrl from '#client/art/scenes/boss-400.avif';
import boss2xUrl from '#client/art/scenes/boss-800.avif';
import marketUrl from '#client/art/scenes/market-400.avif';
import market2xUrl from '#client/art/scenes/market-800.avif';
import questUrl from '#client/art/scenes/quest-400.avif';
import quest2xUrl from '#client/art/scenes/quest-800.avif';
import skillUrl from '#client/art/scenes/skill-400.avif';
import skill2xUrl from '#client/art/scenes/skill-800.avif';
import { SectionHeading } from '#client/ui/section-heading.tsx';

import styles from './home-scenes.module.css';

const scenes = [
  {
    url: questUrl,
    url2x: quest2xUrl,
    alt: 'A traveller with a lantern before a gate of standing stones that glows with runes.',
    title: 'The Rune Gate',
    text: 'Quests begin with a light where none should be.',
  },
  {
    url: bossUrl,
    url2x: boss2xUrl,
    alt: 'Four adventurers face a horned giant that rises from a lake of fire.',
    title: 'The Ember Titan',
    text: 'Some doors are best opened in company.',
  },
  {
    url: skillUrl,
    url2x: skill2xUrl,
    alt: 'A fisher on a pier at sunrise, with a windmill and mountains behind the lake.',
    title: 'Stillwater Lake',
    text: 'Skills for a quiet morning and a full basket.',
  },
  {
    url: marketUrl,
    url2x: market2xUrl,
    alt: 'People talk and trade between the stalls of a market square under strings of lanterns.',
    title: 'Market Square',
    text: 'Trade, gossip and the best soup in the valley.',
  },
];

/** What the game is like, in four pictures. */
export function HomeScenes() {
  return (
    <section aria-labelledby="world">
      <SectionHeading id="world">Beyond the Gate</SectionHeading>
      <ul className={styles.scenes}>
        {scenes.map(({ url, url2x, alt, title, text }) => (
          <li key={title}>
            <figure className={styles.scene}>
              <span className={styles.frame}>
                <img
                  src={url}
                  srcSet={`${url} 400w, ${url2x} 800w`}
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
