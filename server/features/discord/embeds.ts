import type { Config } from '#server/config.ts';
import { shorten } from '#server/lib/html/teaser.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';
import { createTheme } from '#shared/rules/theme.ts';

/** A rich message, as Discord wants it. Its limits are 256 characters for titles and 4,096 for texts. */
export type Embed = {
  title: string;
  url: string;
  description: string;
  color: number;
  image?: { url: string };
  timestamp?: string;
};

export type Thing = {
  /** Unique within its kind: a thing is announced once. */
  thing: string;
  title: string;
  text: string;
  /** On this site, such as /news/5. */
  path: string;
  /** The path of its preview picture. */
  picture?: string;
  at?: Date;
  /** After this time the message is of no use. */
  giveUpAt?: Date;
  accountId?: number | null;
};

const titleLength = 200;
const textLength = 1_500;
const gold = '#d9a53a';

/** The colour of Discord's stripe is the accent of the site. */
export function toEmbed(
  thing: Omit<Thing, 'thing'>,
  { siteUrl, palette }: Pick<Config, 'siteUrl'> & Pick<Appearance, 'palette'>,
): Embed {
  const colour = createTheme(palette)?.(gold) ?? gold;
  return {
    title: shorten(thing.title, titleLength),
    url: siteUrl + thing.path,
    description: shorten(thing.text, textLength),
    color: Number.parseInt(colour.slice(1), 16),
    ...(thing.picture && { image: { url: siteUrl + thing.picture } }),
    ...(thing.at && { timestamp: thing.at.toISOString() }),
  };
}

/** Text that people wrote must not look like a link, a mention or a heading at Discord. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<:@-]/g, String.raw`\$&`);
}
