import type { Palette } from '../endpoints/appearance.ts';
import { clamp, fromOklch, toOklch } from './colour.ts';

type Tint = {
  /** Gold of the design becomes this hue, with this share of its chroma. */
  accent: { hue: number; chroma: number };
  /** The same for stone, and for text. */
  stone: { hue: number; chroma: number };
};

const curated: Record<string, Tint | undefined> = {
  ember: { accent: { hue: 42, chroma: 1.15 }, stone: { hue: 35, chroma: 1 } },
  moss: { accent: { hue: 135, chroma: 1 }, stone: { hue: 140, chroma: 0.9 } },
  sea: { accent: { hue: 220, chroma: 0.62 }, stone: { hue: 235, chroma: 1.3 } },
  amethyst: { accent: { hue: 315, chroma: 1 }, stone: { hue: 300, chroma: 1.3 } },
  silver: { accent: { hue: 250, chroma: 0.16 }, stone: { hue: 255, chroma: 0.7 } },
};

const gold = toOklch('#d9a53a');

/** Undefined for the design's own palette. Every colour keeps its lightness, so texts stay readable in any accent. */
export function createTheme(palette: Palette): ((hex: string) => string) | undefined {
  const tint = palette.kind === 'curated' ? curated[palette.name] : tintOf(palette.colour);
  return tint && ((hex) => (belongsToPalette(hex) ? shift(hex, tint) : hex));
}

function tintOf(colour: string): Tint {
  const { hue, chroma } = toOklch(colour);
  const share = clamp(chroma / gold.chroma, 0, 1.4);
  return { accent: { hue, chroma: share }, stone: { hue, chroma: share } };
}

/** Gold, stone, bone and parchment. Red, ember, green and blue have a meaning and stay. */
export function belongsToPalette(hex: string): boolean {
  const { chroma, hue } = toOklch(hex);
  const isEmber = hue < 62 && chroma > 0.09;
  return hue > 46 && hue < 97 && !isEmber && chroma > 0.001;
}

function shift(hex: string, { accent, stone }: Tint): string {
  const { lightness, chroma, hue } = toOklch(hex);
  const target = chroma > 0.05 ? accent : stone;
  // Shades of gold differ a little in hue, which gives metal its depth.
  const offset = (hue - gold.hue) * 0.3;
  return fromOklch({ lightness, chroma: chroma * target.chroma, hue: target.hue + offset });
}
