import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../lib/project.mjs';

// npx tsx scripts/assets/preview-font.ts FOLDER: writes the outlines of the letters for link previews to
// server/features/site/preview-font.ts, so that the server does not depend on installed fonts. Run it
// again only when the fonts change. FOLDER is where `npm install fontkit @fontsource/cinzel` was run:
// nothing else needs these packages, so they are not among ours.

type Path = { scale(x: number, y: number): Path; toSVG(): string };
type Font = {
  unitsPerEm: number;
  hasGlyphForCodePoint(code: number): boolean;
  glyphForCodePoint(code: number): { advanceWidth: number; path: Path };
  layout(text: string, features: object): { positions: [{ xAdvance: number }] };
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: npx tsx scripts/assets/preview-font.ts FOLDER');
const fontkit = await import(
  pathToFileURL(join(folder, 'node_modules/fontkit/dist/module.mjs')).href
);

const letters = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  ...Array.from('ŒœŠšŽžŸ–—‘’‚“”„†•…™€−'),
];
const plain = letters.filter((letter) => /[A-Za-z0-9 .,’'-]/.test(letter));

const fonts = {
  display: fontkit.openSync(
    join(folder, 'node_modules/@fontsource/cinzel/files/cinzel-latin-700-normal.woff'),
  ),
  sans: fontkit.openSync(
    join(root, 'node_modules/@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff'),
  ),
};
const data = Object.fromEntries(
  Object.entries(fonts).map(([name, font]) => [name, describe(font)]),
);
const text = `// Written by scripts/assets/preview-font.ts from Cinzel and Alegreya Sans (SIL Open Font License 1.1).

/** Letters as SVG paths on a grid of 1000 units per em, y pointing down from the baseline. */
export type OutlineFont = {
  glyphs: Record<string, [advance: number, path: string]>;
  /** Keyed by pairs of letters. */
  kerning: Record<string, number>;
};

export const outlineFonts: Record<'display' | 'sans', OutlineFont> = JSON.parse(
  ${JSON.stringify(JSON.stringify(data)).replaceAll("'", "\\'").replaceAll(/^"|"$/g, "'").replaceAll('\\"', '"')},
);
`;
await writeFile(join(root, 'server/features/site/preview-font.ts'), text);

function describe(font: Font) {
  const scale = 1000 / font.unitsPerEm;
  const glyphs: Record<string, [number, string]> = {};
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0;
    if (!font.hasGlyphForCodePoint(code)) continue;
    const glyph = font.glyphForCodePoint(code);
    glyphs[letter] = [
      Math.round(glyph.advanceWidth * scale),
      toPath(glyph.path.scale(scale, -scale).toSVG()),
    ];
  }
  const kerning: Record<string, number> = {};
  for (const left of plain) {
    for (const right of plain) {
      const [first] = font.layout(left + right, { liga: false }).positions;
      const shift = Math.round(
        (first.xAdvance - font.glyphForCodePoint(left.codePointAt(0) ?? 0).advanceWidth) * scale,
      );
      if (Math.abs(shift) >= 8) kerning[left + right] = shift;
    }
  }
  return { glyphs, kerning };
}

function toPath(path: string) {
  return path
    .replaceAll(/-?\d+\.?\d*(?:e-?\d+)?/g, (number) => String(Math.round(Number(number))))
    .replaceAll(/ (?=-)/g, '');
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}
