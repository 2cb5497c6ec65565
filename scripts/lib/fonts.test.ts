import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tooling/project.mjs';

type Face = Record<string, string>;

// Not beside the styles, because client code may not import node:fs.
const folder = join(root, 'client/styles');
const first = [...readFaces('first-fonts.css'), ...readFaces('bold-font.css')];
const others = readFaces('fonts.css');
const fallbacks = others.filter((face) => face.src?.startsWith('local('));
const stacks = readStacks();

test('the fonts that every page needs are inlined in its style sheet and never swapped', () => {
  const names = readFaces('first-fonts.css').map((face) => face.src?.match(/fonts\/([\w-]+)/)?.[1]);
  expect(names).toEqual(['cinzel', 'alegreya-400', 'alegreya-sans-400', 'alegreya-sans-700']);
  for (const face of first) {
    expect(face['font-display'], face.src).toBe('block');
    expect(face.src).toMatch(/^url\('\.\/fonts\/[\w-]+\.woff2\?inline'\) format\('woff2'\)$/);
  }
});

test('only inlined fonts delay the first drawing', () => {
  const late = others.filter((face) => face.src?.startsWith('url('));
  expect(late.map((face) => face['font-display'])).toEqual(late.map(() => 'swap'));
  expect(late.filter(({ src }) => src?.includes('?inline'))).toEqual([]);
});

test('every font file exists', () => {
  for (const { src = '' } of [...first, ...others]) {
    for (const [, path = ''] of src.matchAll(/url\('(\.\/[^'?]+)/g)) {
      expect(existsSync(join(folder, path)), path).toBe(true);
    }
  }
});

test('pages are not drawn while their fonts are decoded', () => {
  expect(read('first-fonts.css')).toMatch(/\.fonts-pending #root \{\s*visibility: hidden;\s*\}/);
});

// Windows, macOS and iOS; Android; Linux.
test.each([
  ['display', ['Times New Roman', 'Noto Serif', 'DejaVu Serif', 'Liberation Serif']],
  ['body', ['Times New Roman', 'Noto Serif', 'DejaVu Serif', 'Liberation Serif']],
  ['sans', ['Arial', 'Roboto', 'Noto Sans', 'DejaVu Sans', 'Liberation Sans']],
])('%s text has a fallback font on every system', (name, systemFonts) => {
  const inUse = fallbacks.filter((face) => stacks[name]?.includes(nameOf(face)));
  const sources = inUse.map(({ src }) => src).join();
  for (const font of systemFonts) expect(sources).toContain(`local('${font}`);
});

test('every fallback font is used, and every one that is used exists', () => {
  const named = Object.values(stacks).flatMap((families) =>
    families.filter((one) => / on /.test(one)),
  );
  expect(new Set(fallbacks.map(nameOf))).toEqual(new Set(named));
});

// Measured in the browser, relative to the font size.
test.each([
  ['Cinzel on', { ascent: 0.976, descent: 0.373, gap: 0 }],
  ['Alegreya on', { ascent: 1.016, descent: 0.345, gap: 0 }],
  ['Alegreya Sans on', { ascent: 0.8, descent: 0.2, gap: 0.2 }],
])('lines in "%s …" are as high as in our font', (prefix, ours) => {
  const faces = fallbacks.filter((face) => nameOf(face).startsWith(prefix));
  expect(faces.length).toBeGreaterThan(2);
  for (const face of faces) {
    const size = percentOf(face, 'size-adjust');
    expect(size * percentOf(face, 'ascent-override'), nameOf(face)).toBeCloseTo(ours.ascent, 2);
    expect(size * percentOf(face, 'descent-override'), nameOf(face)).toBeCloseTo(ours.descent, 2);
    expect(size * percentOf(face, 'line-gap-override'), nameOf(face)).toBeCloseTo(ours.gap, 2);
  }
});

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function readFaces(file: string): Face[] {
  return [...read(file).matchAll(/@font-face \{([^}]*)\}/g)].map(([, body = '']) =>
    Object.fromEntries(
      body
        .split(';')
        .map((line) => line.trim().replaceAll(/\s+/g, ' '))
        .filter(Boolean)
        .map((line) => line.split(/: (.*)/s).slice(0, 2)),
    ),
  );
}

/** The families of `--font-display`, `--font-body` and `--font-sans`, in order. */
function readStacks(): Record<string, string[]> {
  return Object.fromEntries(
    [...read('tokens.css').matchAll(/--font-(display|body|sans):([^;]*);/g)].map(
      ([, name = '', list = '']) => [
        name,
        list.split(',').map((family) => family.trim().replaceAll("'", '')),
      ],
    ),
  );
}

function nameOf(face: Face): string {
  return face['font-family']?.replaceAll("'", '') ?? '';
}

function percentOf(face: Face, name: string): number {
  return Number.parseFloat(face[name] ?? '') / 100;
}
