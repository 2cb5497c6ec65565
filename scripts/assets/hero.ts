import { join } from 'node:path';

import sharp from 'sharp';

import { root } from '../lib/project.mjs';

// npx tsx scripts/assets/hero.ts: draws the scenes of client/art/hero as bitmaps. As SVG, a browser
// redraws their hundreds of shapes for every frame in which something above them moves. Run it again
// when a scene changes.

const folder = join(root, 'client/art/hero');
const scenes = [
  { name: 'wide', widths: [1440, 2880] },
  { name: 'tall', widths: [780, 1170] },
];

for (const { name, widths } of scenes) {
  for (const width of widths) {
    const { size } = await sharp(join(folder, `${name}.svg`), { density: 200 })
      .resize({ width })
      .avif({ quality: 50, effort: 9 })
      .toFile(join(folder, `${name}-${width}.avif`));
    console.log(`${name}-${width}.avif: ${(size / 1024).toFixed(1)} kB`);
  }
}
