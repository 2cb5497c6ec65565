import type { Appearance } from '../endpoints/appearance.ts';

/** The appearance of the specification. `{site}` means the name of the site. */
export function initialAppearance(name: string): Appearance {
  return {
    name,
    tagline:
      '{site} is a fan-made, free-to-play world of quests, bosses and skilling contracts. Read the latest news and start playing.',
    logo: null,
    palette: { kind: 'curated', name: 'gold' },
    fonts: 'classic',
    hero: {
      title: 'Welcome to {site}',
      text: 'The old world as you remember it: long roads, hard bosses and friends by the fire. Free to play, made by fans.',
      picture: { kind: 'scene', scene: 'castle' },
    },
    livingCastle: true,
    // The links lead to pages that exist on every site, also on a new one.
    features: [
      {
        icon: 'quest',
        title: '35+ Quests',
        text: 'Stories worth the walk',
        href: '/news?category=Dev+Blogs',
      },
      {
        icon: 'boss',
        title: 'Ferocious Bosses',
        text: 'Bring food, and friends',
        href: '/events?type=Bossing',
      },
      {
        icon: 'contract',
        title: 'Skilling Contracts',
        text: 'Work that pays',
        href: '/news?category=Game+Updates',
      },
    ],
    scenes: null,
    builtInLinks: { header: {}, footer: {} },
    navigation: [],
    footer: {
      text: '{site} is a fan-made project and is not affiliated with or endorsed by any game company.',
      links: [],
    },
    social: [],
    words: { coin: 'Wyncoin', coins: 'Wyncoins', coinsShort: 'WC', store: '{site} Store' },
    coinIcon: 'coin',
    coinPicture: null,
    texts: {},
  };
}

/** Whether the home page shows the castle with its players, and not another picture. */
export function hasLivingCastle({
  livingCastle,
  hero: { picture },
}: Pick<Appearance, 'livingCastle' | 'hero'>): boolean {
  return livingCastle && picture.kind === 'scene' && picture.scene === 'castle';
}

/** A store without a name of its own is called "Store" in links and titles, as its page is. */
export function nameStoreLink({ name, words }: Pick<Appearance, 'name' | 'words'>): string {
  const isNamed = words.store !== initialAppearance(name).words.store;
  return isNamed ? fillSite(words.store, name) : 'Store';
}

export function fillSite(text: string, site: string): string {
  return text.replaceAll('{site}', site);
}
