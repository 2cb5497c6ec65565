import { join } from 'node:path';

import sharp from 'sharp';

import { root } from '../lib/project.mjs';

// npx tsx scripts/assets/scenes.ts: draws the scenes of client/art/scenes as bitmaps, in the widths at
// which the home page shows them on ordinary and on fine screens. Run it again when a scene changes.

const folder = join(root, 'client/art/scenes');

for (const name of ['quest', 'boss', 'skill', 'market']) await draw(name, [400, 800]);
await draw('gate', [1200, 2400]);

async function draw(name: string, widths: number[]): Promise<void> {
  for (const width of widths) {
    const file = `${name}-${width}.avif`;
    const { size } = await sharp(join(folder, `${name}.svg`))
      .resize({ width })
      .avif({ quality: 52, effort: 7 })
      .toFile(join(folder, file));
    console.log(`${file}: ${(size / 1024).toFixed(1)} kB`);
  }
}
