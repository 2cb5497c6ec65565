import { mkdir, readFile } from 'node:fs/promises';

import sharp from 'sharp';

// Draws client/art/castle from the pictures of the hero: the same scene at four times of day, without the windows,
// the gate and the flags, which the living castle draws itself. Run it with `npx tsx scripts/draw-castle.ts`.

type Rgb = [red: number, green: number, blue: number];

type Sky = {
  /** From the top to the horizon. */
  sky: string[];
  sun: string[];
  /** Each from its top to its bottom. */
  ridges: [far: string[], middle: string[], near: string[]];
  water: string[];
  clouds: [high: string, low: string];
  fog: string;
  shine: string;
  stars: number;
  hasMoon?: boolean;
  ground?: string[];
  trees?: string;
  /** Every other colour: how much of it becomes grey, then a factor and a sum for each part. */
  grey: number;
  factor: Rgb;
  plus: Rgb;
};

const skies: Record<string, Sky | undefined> = {
  dusk: undefined,
  dawn: {
    sky: ['#12142b', '#252750', '#4d3f6c', '#8f5c7d', '#cf8580', '#f2b58c'],
    sun: ['#fff3c9', '#ffd9a0', '#f7a08c', '#c27a9a', '#7a5a90'],
    ridges: [
      ['#7d6388', '#eeb193'],
      ['#54476d', '#b98186'],
      ['#3a3454', '#80606c'],
    ],
    water: ['#e0a08e', '#7d617c', '#231d2a'],
    clouds: ['#8a6288', '#f6b296'],
    fog: '#fbd3bd',
    shine: '#ffd8b0',
    stars: 0.35,
    grey: 0.12,
    factor: [1.12, 1.03, 1.2],
    plus: [6, 4, 10],
  },
  day: {
    sky: ['#12294a', '#1f4874', '#3f75a0', '#74a0bb', '#a9c1c8', '#d9d8c6'],
    sun: ['#fffbe8', '#fff3d0', '#f6e8c8', '#dfe4dc', '#c0d4dc'],
    ridges: [
      ['#6f8ba6', '#bccaca'],
      ['#4d6c84', '#8fa9ab'],
      ['#34534f', '#6b8a78'],
    ],
    water: ['#a3bfc6', '#52798c', '#1d2d33'],
    clouds: ['#c9d8de', '#fdf6e6'],
    fog: '#f4f2e6',
    shine: '#fffae6',
    stars: 0,
    ground: ['#4a5a35', '#1b2117'],
    trees: '#16241a',
    grey: 0.5,
    factor: [1.5, 1.46, 1.38],
    plus: [22, 20, 16],
  },
  night: {
    sky: ['#04060d', '#080d1c', '#0e1630', '#16223f', '#1f2f50', '#2a3c5e'],
    sun: ['#7d97c9', '#5f7ab0', '#3f5688', '#2c3e68', '#1c2848'],
    ridges: [
      ['#1f2c4c', '#3a4d74'],
      ['#161f3a', '#2a3b60'],
      ['#0f162b', '#1d2a48'],
    ],
    water: ['#4a628f', '#1f2d4d', '#0d111d'],
    clouds: ['#1b2744', '#2c3d62'],
    fog: '#7f95c4',
    shine: '#a9bde6',
    stars: 1,
    hasMoon: true,
    grey: 0.62,
    factor: [0.5, 0.6, 0.88],
    plus: [0, 1, 4],
  },
};

/** Flames, lamps, stars and the shadows behind texts have the same colours all day. */
const lights = new Set([
  '#ffe6a6',
  '#ffb751',
  '#d9702a',
  '#ffcb73',
  '#ff9f4a',
  '#ff7a2a',
  '#ffe3a0',
  '#ffd98a',
  '#fbeccb',
  '#fff3d6',
  '#14110f',
  '#0c0a10',
  '#0e0b12',
  '#120d13',
]);

/** The parts that the living castle draws: windows, arrow slits, what is in the gate, flags and banners. */
const livingParts = [
  /<use href="#[wv]"[^>]*>/g,
  /<path d="M951 416v11[^>]*>/g,
  /<path d="M970 496v-37[^>]*><path d="M975 440v42[^>]*>/g,
  /<path d="M984 574v24[^>]*>/g,
  /<g><path d="M955 93c.*?<\/g><g><path d="M1144 171c.*?<\/g>/g,
  /<path d="M1046 372h14v34[^>]*><path d="M1046 372h14v3[^>]*><path d="M1053 379l4[^>]*>/g,
];

const pictures = [
  { name: 'tall', source: 'tall', moon: { x: 560, y: 560 }, width: 1170, crop: [0, 780] },
  { name: 'wide', source: 'wide', moon: { x: 1228, y: 116 }, width: 2340, crop: [1140, 1560] },
  { name: 'broad', source: 'wide', moon: { x: 1228, y: 116 }, width: 5760, crop: [0, 3840] },
] as const;

const art = new URL('../client/art/', import.meta.url);
await mkdir(new URL('castle', art), { recursive: true });
for (const { name, source, moon, width, crop } of pictures) {
  const original = await readFile(new URL(`hero/${source}.svg`, art), 'utf8');
  const [left, cropWidth] = crop;
  const scale = width / cropWidth;
  for (const [time, sky] of Object.entries(skies)) {
    const bare = livingParts.reduce((svg, part) => svg.replaceAll(part, ''), original);
    const drawn = sky ? paint(bare, sky, moon) : bare;
    const { width: fullWidth, height } = await sharp(Buffer.from(drawn)).metadata();
    await sharp(Buffer.from(drawn), { density: 72 * scale })
      .resize(Math.round(fullWidth * scale), Math.round(height * scale))
      .extract({ left: left * scale, top: 0, width, height: Math.round(height * scale) })
      .avif({ quality: 52, effort: 4 })
      .toFile(new URL(`castle/${time}-${name}.avif`, art).pathname);
  }
}

function paint(svg: string, sky: Sky, moon: { x: number; y: number }): string {
  const { ridges, fog, shine, clouds, stars } = sky;
  const gradients: Record<string, string[]> = {
    sky: sky.sky,
    sun: sky.sun,
    r1: ridges[0],
    r2: ridges[1],
    r3: ridges[2],
    wt: sky.water,
    fg: [fog, fog, fog],
    wg: [shine, shine, shine],
    ...(sky.ground && { gd: sky.ground }),
  };
  const fixed = new Set([...Object.values(gradients).flat(), ...clouds]);
  let painted = svg
    .replaceAll('#7a4658', clouds[0])
    .replaceAll('fill="#e0855a"', `fill="${clouds[1]}"`);
  for (const [id, colours] of Object.entries(gradients)) painted = setStops(painted, id, colours);
  painted = painted
    .replaceAll(/#[\da-f]{6}/g, (hex) =>
      fixed.has(hex) || lights.has(hex) ? hex : grade(hex, sky),
    )
    .replaceAll(
      /(<g (?:stroke|fill)="#[\da-f]{6}")( stroke-linecap="round")?>(?=<path d="M\d+ \d+(?:h0|l1 ))/g,
      `$1$2 opacity="${stars}">`,
    );
  if (sky.trees) painted = painted.replaceAll(darkTrees(sky), sky.trees);
  return sky.hasMoon
    ? painted.replace(/(<path fill="url\(#sun\)"[^>]*>)/, `$1${drawMoon(moon)}`)
    : painted;
}

function darkTrees(sky: Sky): RegExp {
  const fills = ['#19120f', '#120d0d', '#1d1412', '#1d151b'].map((hex) => grade(hex, sky));
  return new RegExp(fills.join('|'), 'g');
}

function setStops(svg: string, id: string, colours: string[]): string {
  const gradient = new RegExp(`<(linear|radial)Gradient id="${id}".*?</\\1Gradient>`);
  return svg.replace(gradient, (found) => {
    let stop = 0;
    return found.replaceAll(/#[\da-f]{6}/g, () => colours[stop++] ?? '#000000');
  });
}

function grade(hex: string, { grey, factor, plus }: Sky): string {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
  const light = 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2];
  const parts = rgb.map((part, at) => {
    const mixed = part + (light - part) * grey;
    return Math.round(Math.min(255, mixed * (factor[at] ?? 1) + (plus[at] ?? 0)));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function drawMoon({ x, y }: { x: number; y: number }): string {
  return `<g transform="translate(${x} ${y})"><circle r="150" fill="url(#mg)"/><circle r="25" fill="#e9edf6"/>
    <path d="M-9-8a6 6 0 1 0 9 3a6 5 0 0 0-9-3zM6 9a5 4 0 1 0 8-2a5 4 0 0 0-8 2zM-12 10a3 3 0 1 0 5 1a3 3 0 0 0-5-1z" fill="#c3cce0"/></g>
    <radialGradient id="mg"><stop stop-color="#c9d8ff" stop-opacity=".5"/><stop offset=".3" stop-color="#8fa8e0" stop-opacity=".2"/><stop offset="1" stop-color="#5f7ab8" stop-opacity="0"/></radialGradient>`;
}
