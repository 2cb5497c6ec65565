import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../lib/project.mjs';

// npx tsx scripts/assets/fonts.ts: reduces our fonts to the letters of everyday English, in the weights
// the site uses, and writes them to client/styles/fonts. That halves the bytes a page needs for its first
// drawing. All other letters come from the packages' own files (client/styles/fonts.css). Run it again
// only when the fonts change. Needs fonttools and brotli (`pip install fonttools brotli`) on the path.

const letters =
  'U+0020-007E,U+00A0,U+00A9,U+00AD,U+00B7,U+00D7,U+2010-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212';
const features = 'ccmp,locl,mark,mkmk,kern,liga,calt,lnum,tnum';

const alegreya = '@fontsource-variable/alegreya/files/alegreya-latin-wght';
const sans = '@fontsource/alegreya-sans/files/alegreya-sans-latin';

const cuts: { name: string; from: string; weight?: number }[] = [
  { name: 'cinzel', from: '@fontsource-variable/cinzel/files/cinzel-latin-wght-normal.woff2' },
  { name: 'alegreya-400', from: `${alegreya}-normal.woff2`, weight: 400 },
  { name: 'alegreya-700', from: `${alegreya}-normal.woff2`, weight: 700 },
  { name: 'alegreya-400-italic', from: `${alegreya}-italic.woff2`, weight: 400 },
  { name: 'alegreya-700-italic', from: `${alegreya}-italic.woff2`, weight: 700 },
  { name: 'alegreya-sans-400', from: `${sans}-400-normal.woff2` },
  { name: 'alegreya-sans-700', from: `${sans}-700-normal.woff2` },
];

const folder = mkdtempSync(join(tmpdir(), 'wynhold-fonts-'));
for (const { name, from, weight } of cuts) {
  let source = join(root, 'node_modules', from);
  if (weight) {
    const one = join(folder, `${name}.ttf`);
    execFileSync('fonttools', ['varLib.instancer', '-q', source, `wght=${weight}`, '-o', one]);
    source = one;
  }
  execFileSync('pyftsubset', [
    source,
    `--unicodes=${letters}`,
    `--layout-features=${features}`,
    '--flavor=woff2',
    '--no-hinting',
    '--desubroutinize',
    `--output-file=${join(root, 'client/styles/fonts', `${name}.woff2`)}`,
  ]);
}
rmSync(folder, { recursive: true });
