import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { footerLinks, headerLinks, headerSizes } from '../rules/built-in-links.ts';
import type { FooterLink, HeaderLink } from '../rules/built-in-links.ts';
import { fontPairs } from '../rules/font-pairs.ts';
import { siteTextKeys, siteTexts } from '../rules/site-texts.ts';
import type { SiteTextKey } from '../rules/site-texts.ts';
import { anyText, Id, Moment, Paging, PageQuery, line, text } from '../schemas.ts';
import { Picture } from './media.ts';

const endpoint = endpointsOf('Appearance');

/** Our own pictures that the hero can show. */
export const heroScenes = ['castle', 'gate', 'hearth', 'raven-tower'] as const;

export const paletteNames = ['gold', 'ember', 'moss', 'sea', 'amethyst', 'silver'] as const;

const featureIcons = ['quest', 'boss', 'contract', 'coins', 'calendar', 'crown'] as const;

/** Icons of the owner's coin. `coin` is ours, with a W. */
const coinIcons = ['coin', 'coin-plain', 'gem', 'star', 'bolt', 'crown', 'key'] as const;

export const socialKinds = ['discord', 'youtube', 'x', 'reddit', 'twitch', 'github'] as const;

/** `maskable` has room around the logo, because phones cut the corners off. */
export const iconSizes = ['32', '96', '180', '192', '512', 'maskable'] as const;
export type IconSize = (typeof iconSizes)[number];

export const appearanceLimits = { features: 6, scenes: 4, links: 6 };

function linkTo(pattern: RegExp, explanation: string) {
  return anyText(300).check(z.regex(pattern, explanation));
}

/** A path, or an address for the browser, never a script. An `@` before the path would hide the real host. */
const LinkTarget = linkTo(
  /^(?:\/(?![/\\])[^\s\\]*|https?:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?|mailto:[^\s\\<>"']+@[^\s\\<>"']+)$/,
  'Use a path such as /news, or an address such as https://example.com.',
);

const SocialTarget = linkTo(
  /^https:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/,
  'Use an address like https://example.com.',
);

export type SiteLink = z.infer<typeof SiteLink>;
const SiteLink = z.object({ label: line(30, 'Enter a label.'), href: LinkTarget });

const NavigationLink = z.extend(SiteLink, {
  /** Beside the links that every site has, as far as there is room; otherwise under "More". */
  isFirstLevel: z.optional(z.boolean()),
});

/** Another label, or null to hide the link. */
const ChangedLink = z.optional(z.nullable(line(20, 'Enter a label.')));

function changedLinks<Key extends string>(links: Record<Key, string>) {
  const shape = Object.fromEntries(Object.keys(links).map((key) => [key, ChangedLink]));
  // fromEntries forgets the names of the keys.
  return z.object(shape as Record<Key, typeof ChangedLink>);
}

const BuiltInLinks = z.object({
  header: changedLinks<HeaderLink>(headerLinks),
  footer: changedLinks<FooterLink>(footerLinks),
});

/** The address of a picture that was uploaded here, without its width. */
const PictureAddress = z.string().check(z.regex(/^\/media\/[\da-f]{32}$/, 'Upload a picture.'));

const Share = z.number().check(z.gte(0), z.lte(1));

/** A square part of a picture: its middle as shares of width and height, its side as a share of the shorter one. */
export type Crop = z.infer<typeof Crop>;
const Crop = z.object({ x: Share, y: Share, size: z.number().check(z.gte(0.1), z.lte(1)) });

/** The point of a picture that stays visible on every screen, as shares of width and height. */
export type Focus = z.infer<typeof Focus>;
const Focus = z.object({ x: Share, y: Share });

const Colour = z.string().check(z.regex(/^#[\da-f]{6}$/, 'Choose a colour.'));

export type Palette = z.infer<typeof Palette>;
const Palette = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('curated'), name: z.enum(paletteNames) }),
  z.object({ kind: z.literal('accent'), colour: Colour }),
]);

export type HeroPicture = z.infer<typeof HeroPicture>;
const HeroPicture = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scene'), scene: z.enum(heroScenes) }),
  z.object({ kind: z.literal('own'), picture: PictureAddress, focus: Focus }),
]);

const Feature = z.object({
  icon: z.enum(featureIcons),
  title: line(40, 'Enter a title.'),
  text: line(80, 'Enter a text.'),
  href: LinkTarget,
});

const Scene = z.object({
  picture: PictureAddress,
  alt: line(160, 'Describe the picture.'),
  title: line(40, 'Enter a title.'),
  text: line(100, 'Enter a text.'),
});

/** Only what the owner has replaced; the rest is the original. */
const Texts = z.object(
  Object.fromEntries(
    siteTextKeys.map((key) => [key, z.optional(line(siteTexts[key].max, 'Enter a text.'))]),
    // fromEntries forgets the names of the keys.
  ) as Record<SiteTextKey, z.ZodMiniOptional<ReturnType<typeof line>>>,
);

/** How the site looks and what it is called. One document: it is published and undone as a whole. */
export type Appearance = z.infer<typeof Appearance>;
export const Appearance = z.object({
  name: line(40, 'Enter the name of the site.'),
  /** One sentence about the site: for search engines and link previews. */
  tagline: line(200, 'Enter a tagline.'),
  logo: z.nullable(z.object({ picture: PictureAddress, crop: Crop })),
  palette: Palette,
  fonts: z.enum(fontPairs),
  hero: z.object({
    title: line(60, 'Enter a title.'),
    text: text(240, 'Enter a text.'),
    picture: HeroPicture,
  }),
  /** Our castle shows who is online, the running event and the open poll. Without effect on other pictures. */
  livingCastle: z.boolean(),
  features: z.array(Feature).check(z.maxLength(appearanceLimits.features)),
  /** Null: our four. */
  scenes: z.nullable(z.array(Scene).check(z.maxLength(appearanceLimits.scenes))),
  /** The links of the specification, as far as the owner has changed them. */
  builtInLinks: BuiltInLinks,
  /** After them. */
  navigation: z.array(NavigationLink).check(z.maxLength(appearanceLimits.links)),
  footer: z.object({
    text: line(240, 'Enter a text.'),
    links: z.array(SiteLink).check(z.maxLength(appearanceLimits.links)),
  }),
  social: z
    .array(z.object({ kind: z.enum(socialKinds), href: SocialTarget }))
    .check(z.maxLength(socialKinds.length)),
  words: z.object({
    coin: line(20, 'Enter the name of one coin.'),
    coins: line(20, 'Enter the name of many coins.'),
    coinsShort: line(6, 'Enter a short form.'),
    store: line(40, 'Enter the name of the store.'),
  }),
  coinIcon: z.enum(coinIcons),
  /** Shown instead of the icon, as long as it is stored. */
  coinPicture: z.nullable(PictureAddress),
  texts: Texts,
});

/** An invalid entry of a list is left out, any other invalid part taken from `fallback`: the rest of the look stays. */
export function keepValidParts(document: object, fallback: Appearance): Appearance {
  const given: Record<string, unknown> = { ...document };
  const parts = Object.entries(Appearance.shape).map(([name, schema]) => {
    const part = given[name];
    const finished = Array.isArray(part)
      ? part.filter((entry) => z.safeParse(schema, [entry]).success)
      : part;
    const parsed = z.safeParse(schema, finished);
    return [name, parsed.success ? parsed.data : fallback[name as keyof Appearance]];
  });
  return Object.fromEntries(parts) as Appearance;
}

/** The browser's view of it. Pictures have all their sizes, and `{site}` is filled in. */
export type Brand = z.infer<typeof Brand>;
const ShownPicture = z.object({ src: z.string(), srcset: z.string() });
export const Brand = z.object({
  name: z.string(),
  logo: z.nullable(z.string()),
  /** Addresses by size in pixels; null for ours. */
  icons: z.nullable(z.record(z.enum(iconSizes), z.string())),
  fonts: z.enum(fontPairs),
  /** A style sheet that overrides the colours and the fonts; null for those of the design. */
  theme: z.nullable(z.string()),
  hero: z.object({
    title: z.string(),
    /** The name of the site, if the title ends with it: on a line of its own. */
    titleName: z.string(),
    text: z.string(),
    /** Null: the castle. */
    picture: z.nullable(ShownPicture),
  }),
  livingCastle: z.boolean(),
  /** The owner has uploaded the hero's picture: no other picture of ours is shown either. */
  hasOwnPicture: z.boolean(),
  features: z.array(Feature),
  scenes: z.nullable(z.array(z.extend(z.omit(Scene, { picture: true }), ShownPicture.shape))),
  builtInLinks: BuiltInLinks,
  /** The owner's links that have room in the header itself. */
  firstLinks: z.array(SiteLink),
  /** Their other links, under "More". */
  navigation: z.array(SiteLink),
  /** How much room the links of the header need. */
  headerSize: z.enum(headerSizes),
  footer: z.object({ text: z.string(), links: z.array(SiteLink) }),
  social: z.array(SiteLink),
  words: z.extend(Appearance.shape.words, {
    store: z.string(),
    /** Titles and links call the store this: "Store", unless the owner has named it. */
    storeLink: z.string(),
  }),
  /** Shown instead of our coin and our pile of coins; null for ours. */
  coinIcon: z.nullable(z.enum(coinIcons)),
  /** The owner's picture, shown instead of both. */
  coinPicture: z.nullable(z.string()),
  texts: Texts,
});

export type EditedAppearance = z.infer<typeof EditedAppearance>;
const EditedAppearance = z.object({
  appearance: Appearance,
  /** The newest version; 0 if nothing was published yet. */
  version: z.int(),
  initial: Appearance,
});

export const getAppearance = endpoint('GET /api/admin/appearance', {
  summary: 'The published appearance, and the one that a new site has.',
  response: EditedAppearance,
});

export const publishAppearance = endpoint('PUT /api/admin/appearance', {
  summary:
    'Publish an appearance. Fails with admin/outdated if someone published another one since.',
  body: z.object({ appearance: Appearance, version: z.int().check(z.gte(0)) }),
  response: EditedAppearance,
});

export type AppearancePreview = z.infer<typeof AppearancePreview>;
const AppearancePreview = z.object({
  brand: Brand,
  /** The uploaded pictures by their address, to edit their crop and focal point. */
  pictures: z.record(z.string(), Picture),
});

export const previewAppearance = endpoint('POST /api/admin/appearance/preview', {
  summary: 'What pages would show with an appearance. Changes nothing.',
  body: Appearance,
  response: AppearancePreview,
});

export type AppearanceVersion = z.infer<typeof AppearanceVersion>;
const AppearanceVersion = z.object({
  id: z.int(),
  publishedAt: Moment,
  /** Null if the account was deleted. */
  publishedBy: z.nullable(z.string()),
  isCurrent: z.boolean(),
  /** The parts that differ from the version before. */
  changed: z.array(z.string()),
});

export const listAppearanceVersions = endpoint('GET /api/admin/appearance/versions', {
  summary: 'What was published, newest first.',
  query: PageQuery,
  response: z.object({ ...Paging, versions: z.array(AppearanceVersion) }),
});

export const restoreAppearance = endpoint('POST /api/admin/appearance/versions/{id}/restore', {
  summary: 'Publish an earlier version again; 0 is the appearance of a new site.',
  params: z.object({ id: Id }),
  response: EditedAppearance,
});
