import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { paletteNames } from '#shared/endpoints/appearance.ts';
import type { Appearance, Palette } from '#shared/endpoints/appearance.ts';
import { readHex, toHex } from '#shared/rules/colour.ts';
import { fontPairs, fontStacks } from '#shared/rules/font-pairs.ts';
import type { FontPair } from '#shared/rules/font-pairs.ts';
import { belongsToPalette, createTheme } from '#shared/rules/theme.ts';

/** Matches a colour or a variable that is named after one: see tooling/themed-colours.ts. */
const colour = /(?:#|%23|--)(?<hex>[\da-f]{6})\b|\brgb\((?<channels>\d+ \d+ \d+)/g;
/** Ornaments that style sheets draw. A variable has no effect inside them, so they are drawn again. */
const drawing = /(?<name>--[\w-]+):\s*(?<value>url\("data:image\/svg\+xml,[^"]*"\))/g;

export type Theme = {
  palette: Palette;
  /** The point of the hero's picture that stays visible, in percent. */
  focus: { x: number; y: number };
  fonts: FontPair;
};

type ThemeSheets = {
  /** Null for the appearance of the design, which needs none. */
  pathOf(theme: Theme): string | null;
  render(theme: Theme): string;
};

const middle = { x: 50, y: 50 };
const opened = new Map<string, Promise<ThemeSheets>>();

/** Style sheets that give the whole site other colours, made from the site's own style sheets. */
export function themeSheetsOf({ clientFolder = 'client' }: Pick<Deps, 'clientFolder'>) {
  const sheets = opened.get(clientFolder) ?? openThemeSheets(clientFolder);
  opened.set(clientFolder, sheets);
  return sheets;
}

async function openThemeSheets(clientFolder: string): Promise<ThemeSheets> {
  const styles = await readStyles(clientFolder);
  const colours = [...new Set([...styles.matchAll(colour)].map(toColour))]
    .filter(belongsToPalette)
    .toSorted();
  const drawings = [...styles.matchAll(drawing)].map(({ groups }) => groups ?? {});
  const build = createHash('sha256').update(styles).digest('hex').slice(0, 8);

  function render({ palette, focus, fonts }: Theme): string {
    const shift = createTheme(palette) ?? ((hex: string) => hex);
    const variables = colours.map((hex) => `--${hex.slice(1)}:${readHex(shift(hex)).join(' ')}`);
    const drawn = drawings.map(({ name, value = '' }) => {
      const shifted = value.replaceAll(/%23([\da-f]{6})\b/g, (_, hex: string) =>
        shift(`#${hex}`).replace('#', '%23'),
      );
      return `${name}:${shifted}`;
    });
    const position = `--hero-focus:${focus.x}% ${focus.y}%`;
    return `:root{${[...variables, ...drawn, position, ...listFonts(fonts)].join(';')}}`;
  }

  function pathOf(theme: Theme): string | null {
    const { palette, focus, fonts } = theme;
    const isMiddle = focus.x === middle.x && focus.y === middle.y;
    if (isMiddle && !createTheme(palette) && fonts === 'classic') return null;
    return `/theme/${[nameOf(palette), focus.x, focus.y, fonts, build].join('-')}.css`;
  }

  return { render, pathOf };
}

export function themeOf({
  palette,
  fonts,
  hero,
}: Pick<Appearance, 'palette' | 'fonts' | 'hero'>): Theme {
  const { picture } = hero;
  if (picture.kind !== 'own') return { palette, fonts, focus: middle };
  const { x, y } = picture.focus;
  return { palette, fonts, focus: { x: Math.round(x * 100), y: Math.round(y * 100) } };
}

/** Reads the name of a file back; undefined if it was not made by `pathOf`. */
export function readThemeName(file: string): Theme | undefined {
  const parts = /^([a-z\d]+)-(\d{1,3})-(\d{1,3})-([a-z]+)-[\da-f]{8}\.css$/.exec(file);
  if (!parts) return undefined;
  const [, name = '', x, y, pair] = parts;
  const focus = { x: Number(x), y: Number(y) };
  const fonts = fontPairs.find((one) => one === pair);
  if (!fonts) return undefined;
  const curated = paletteNames.find((one) => one === name);
  if (curated) return { palette: { kind: 'curated', name: curated }, fonts, focus };
  if (!/^[\da-f]{6}$/.test(name)) return undefined;
  return { palette: { kind: 'accent', colour: `#${name}` }, fonts, focus };
}

function listFonts(fonts: FontPair): string[] {
  if (fonts === 'classic') return [];
  return Object.entries(fontStacks[fonts]).map(([use, stack]) => `--font-${use}:${stack}`);
}

function nameOf(palette: Palette): string {
  return palette.kind === 'curated' ? palette.name : palette.colour.slice(1);
}

function toColour({ groups = {} }: RegExpMatchArray): string {
  const { hex, channels = '' } = groups;
  return hex ? `#${hex}` : toHex(channels.split(' ').map(Number));
}

async function readStyles(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const files = found.filter((file) => file.endsWith('.css') && !file.startsWith('previous'));
  const texts = await Promise.all(
    files.toSorted().map((file) => readFile(path.join(folder, file), 'utf8')),
  );
  return texts.join('\n');
}
