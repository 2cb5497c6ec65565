import { join } from 'node:path';

import sharp from 'sharp';

import { root } from '../lib/project.mjs';

// npx tsx scripts/assets/hero.ts: draws the scenes of client/art/hero as bitmaps. As SVG, a browser
// redraws their hundreds of shapes for every frame in which something above them moves. Run it again
// when a scene changes.

const folder = join(root, 'client/art/hero');

await draw('wide', { canvas: 3840, part: { left: 1140, width: 1560 }, scales: [1, 2] });
await draw('broad', { from: 'wide', canvas: 3840, scales: [1, 1.5] });
await draw('tall', { canvas: 780, scales: [1, 1.5] });

type Scene = {
  /** Another file that this one shows more or less of. */
  from?: string;
  /** Width of the drawing in its own units. */
  canvas: number;
  part?: { left: number; width: number };
  scales: number[];
};

async function draw(name: string, { from = name, canvas, part, scales }: Scene): Promise<void> {
  const { left, width } = part ?? { left: 0, width: canvas };
  for (const scale of scales) {
    const whole = await sharp(join(folder, `${from}.svg`), { density: 72 * scale })
      .resize({ width: canvas * scale })
      .toBuffer({ resolveWithObject: true });
    const file = `${name}-${width * scale}.avif`;
    const { size } = await sharp(whole.data)
      .extract({ left: left * scale, top: 0, width: width * scale, height: whole.info.height })
      .avif({ quality: 50, effort: 9 })
      .toFile(join(folder, file));
    console.log(`${file}: ${(size / 1024).toFixed(1)} kB`);
  }
}
