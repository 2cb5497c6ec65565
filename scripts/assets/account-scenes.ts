import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';

import { authPictures } from '../../shared/auth-scenes.ts';
import type { AuthScene } from '../../shared/auth-scenes.ts';
import { root } from '../lib/project.mjs';
import { size } from './account-scenes/draw.ts';
import { drawGate } from './account-scenes/gate.ts';
import { drawHearth } from './account-scenes/hearth.ts';
import { drawRavenTower } from './account-scenes/raven-tower.ts';

// npx tsx scripts/assets/account-scenes.ts: draws the pictures of client/art/accounts. Phones get the
// part around the subject, larger than in the whole scene.

type Part = { left: number; top: number; width: number; height: number };

const folder = join(root, 'client/art/accounts');
const scenes: Record<AuthScene, { svg: string; phone: Part }> = {
  hearth: { svg: drawHearth(), phone: { left: 1040, top: 575, width: 624, height: 512 } },
  gate: { svg: drawGate(), phone: { left: 999, top: 534, width: 682, height: 560 } },
  'raven-tower': {
    svg: drawRavenTower(),
    phone: { left: 840, top: 6, width: 1014, height: 832 },
  },
};
const whole: Part = { left: 0, top: 0, ...size };

await mkdir(folder, { recursive: true });
for (const [name, { svg, phone }] of Object.entries(scenes)) {
  for (const width of authPictures.wide.widths) await draw(`${name}-wide`, svg, whole, width);
  for (const width of authPictures.phone.widths) await draw(`${name}-phone`, svg, phone, width);
}

async function draw(name: string, svg: string, part: Part, width: number): Promise<void> {
  const viewBox = `viewBox="${part.left} ${part.top} ${part.width} ${part.height}"`;
  const cut = svg.replace(
    /viewBox="[^"]+"/,
    `${viewBox} width="${part.width}" height="${part.height}"`,
  );
  const file = `${name}-${width}.avif`;
  const { size: bytes } = await sharp(Buffer.from(cut), { density: (72 * width) / part.width })
    .resize({ width })
    // A part may reach below the drawing, where the page covers the picture.
    .flatten({ background: '#120c0b' })
    .avif({ quality: 50, effort: 3 })
    .toFile(join(folder, file));
  console.log(`${file}: ${(bytes / 1024).toFixed(1)} kB`);
}
