import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { findPicture } from '#server/features/media/media.service.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import type {
  Appearance,
  AppearancePreview,
  Brand,
  HeroPicture,
  heroScenes,
  SiteLink,
} from '#shared/endpoints/appearance.ts';
import { isPageOf } from '#shared/pages.ts';
import { fillSite, hasLivingCastle, nameStoreLink } from '#shared/rules/appearance-defaults.ts';
import { authPictures } from '#shared/rules/auth-scenes.ts';
import { fitHeader, footerLinks, headerLinks } from '#shared/rules/built-in-links.ts';
import { socialNames } from '#shared/rules/social-names.ts';

import { listPictures } from './appearance.service.ts';
import { iconsOf } from './icons.service.ts';
import { themeOf, themeSheetsOf } from './theme-sheet.ts';

type BrandDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'clientFolder'>;

const nameAtEnd = /\{site\}$/;

/** The same object while nothing was published, so the pictures are looked up once. */
const known = new WeakMap<Appearance, Promise<Brand>>();

export async function getBrand(deps: BrandDeps): Promise<Brand> {
  const appearance = await deps.brand.read();
  const brand = known.get(appearance) ?? makeBrand(deps, appearance);
  known.set(appearance, brand);
  brand.catch(() => known.delete(appearance));
  return finishLinks(deps, await brand);
}

/** The same for an appearance that is not published. */
export async function previewAppearance(
  deps: BrandDeps,
  appearance: Appearance,
): Promise<AppearancePreview> {
  const pictures: AppearancePreview['pictures'] = {};
  for (const address of listPictures(appearance)) {
    const picture = await findPicture(deps, address);
    if (picture) pictures[address] = picture;
  }
  return { brand: await finishLinks(deps, await makeBrand(deps, appearance)), pictures };
}

/**
 * Adds the links to the owner's pages after those of the appearance, and leaves out links and cards that lead to a
 * feature that is switched off. Both change without the appearance, so they are not part of what is kept.
 */
async function finishLinks(deps: BrandDeps, made: Brand): Promise<Brand> {
  const { navigation, footer } = await deps.brand.readPageLinks();
  // Pages are served without the database too.
  const off = await listFeaturesOff(deps).catch(() => []);
  const isShown = ({ href }: { href: string }) => !isPageOf(off, href);
  const links = Object.keys({ ...headerLinks, ...footerLinks });
  const hidden = Object.fromEntries(
    links.filter((path) => isPageOf(off, path)).map((path) => [path, null]),
  );
  return {
    ...made,
    features: made.features.filter(isShown),
    builtInLinks: {
      header: { ...made.builtInLinks.header, ...hidden },
      footer: { ...made.builtInLinks.footer, ...hidden },
    },
    firstLinks: made.firstLinks.filter(isShown),
    navigation: [...made.navigation, ...navigation].filter(isShown),
    footer: { ...made.footer, links: [...made.footer.links, ...footer].filter(isShown) },
  };
}

async function makeBrand(deps: BrandDeps, appearance: Appearance): Promise<Brand> {
  const {
    name,
    logo,
    hero,
    features,
    scenes,
    builtInLinks,
    footer,
    social,
    words,
    coinIcon,
    coinPicture,
    texts,
  } = appearance;
  const icons = logo && iconsOf(logo);
  const sheets = await themeSheetsOf(deps);
  const fill = (text: string) => fillSite(text, name);
  const hasOwnPicture = hero.picture.kind === 'own';
  return {
    name,
    logo: icons && icons['96'],
    icons,
    fonts: appearance.fonts,
    theme: sheets.pathOf(themeOf(appearance)),
    hero: {
      title: fill(hero.title.replace(nameAtEnd, '')),
      titleName: nameAtEnd.test(hero.title) ? name : '',
      text: fill(hero.text),
      picture: await findHero(deps, hero.picture),
    },
    livingCastle: hasLivingCastle(appearance),
    hasOwnPicture,
    features,
    scenes: scenes && (await listScenes(deps, scenes)),
    builtInLinks,
    ...fitNavigation(appearance),
    footer: { text: fill(footer.text), links: footer.links },
    social: social.map(({ kind, href }) => ({ label: socialNames[kind], href })),
    words: { ...words, store: fill(words.store), storeLink: nameStoreLink(appearance) },
    coinIcon: coinIcon === 'coin' ? null : coinIcon,
    coinPicture: coinPicture && (await findSmallest(deps, coinPicture)),
    texts,
  };
}

/** First-level links without room are under "More" with the others. */
function fitNavigation({ builtInLinks: { header }, navigation }: Appearance) {
  const first = navigation.filter(({ isFirstLevel }) => isFirstLevel);
  const { count, size } = fitHeader(
    header,
    first.map(({ label }) => label),
  );
  const fitting = first.slice(0, count);
  const toLink = ({ label, href }: SiteLink): SiteLink => ({ label, href });
  return {
    firstLinks: fitting.map(toLink),
    navigation: navigation.filter((link) => !fitting.includes(link)).map(toLink),
    headerSize: size,
  };
}

async function findHero(deps: BrandDeps, chosen: HeroPicture): Promise<Brand['hero']['picture']> {
  if (chosen.kind === 'scene') return findScene(deps, chosen.scene);
  const picture = await findPicture(deps, chosen.picture);
  return picture && { src: picture.src, srcset: picture.srcset };
}

/** The address of the narrowest file. Null if the picture is gone. */
async function findSmallest(deps: BrandDeps, address: string): Promise<string | null> {
  const picture = await findPicture(deps, address);
  return picture?.srcset.split(' ')[0] ?? null;
}

/** Without those that are gone: a site restored without its pictures still opens. */
async function listScenes(deps: BrandDeps, scenes: NonNullable<Appearance['scenes']>) {
  const shown: NonNullable<Brand['scenes']> = [];
  for (const { picture: address, ...texts } of scenes) {
    const picture = await findPicture(deps, address);
    if (picture) shown.push({ ...texts, src: picture.src, srcset: picture.srcset });
  }
  return shown;
}

type Scene = (typeof heroScenes)[number];
type Manifest = Record<string, { file: string } | undefined>;

/** The files of a scene of ours. Null for the castle, which the home page draws in layers. */
async function findScene({ clientFolder }: Pick<Deps, 'clientFolder'>, scene: Scene) {
  if (scene === 'castle' || !clientFolder) return null;
  const manifest = JSON.parse(
    await readFile(path.join(clientFolder, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const sources = authPictures.wide.widths.flatMap((width) => {
    const file = manifest[`art/accounts/${scene}-wide-${width}.avif`]?.file;
    return file ? [{ src: `/${file}`, width }] : [];
  });
  const [first] = sources;
  if (!first) return null;
  return { src: first.src, srcset: sources.map(({ src, width }) => `${src} ${width}w`).join(', ') };
}
