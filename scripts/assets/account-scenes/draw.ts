// Small pieces that the scenes share. All coordinates are in a drawing of 1920 × 1000.

export const size = { width: 1920, height: 1000 };

/** The same numbers on every run, so that a scene changes only with its script. */
export function createRandom(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return from + (state / 4_294_967_296) * (to - from);
  };
}

type Stops = Record<number, string>;

/** A colour may end with its opacity: `#ffcc66/0.4`. */
function renderStops(stops: Stops): string {
  return Object.entries(stops)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([offset, value]) => {
      const [color, opacity = '1'] = value.split('/');
      return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
    })
    .join('');
}

/** From top to bottom of each shape. */
export function vertical(id: string, stops: Stops): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${renderStops(stops)}</linearGradient>`;
}

/** From left to right of each shape. */
export function horizontal(id: string, stops: Stops): string {
  return `<linearGradient id="${id}">${renderStops(stops)}</linearGradient>`;
}

function radial(id: string, stops: Stops): string {
  return `<radialGradient id="${id}">${renderStops(stops)}</radialGradient>`;
}

/** A radial gradient at a fixed place of the drawing. */
export function light(id: string, [cx, cy, r]: [number, number, number], stops: Stops): string {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}">${renderStops(stops)}</radialGradient>`;
}

const glow = radial('glow', {
  0: '#fff0b8/0.95',
  0.18: '#ffcc6a/0.5',
  1: '#ff8a2a/0',
});

export function shine(x: number, y: number, r: number, opacity = 1): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#glow)" opacity="${opacity}"/>`;
}

const flameFill = vertical('flame', { 0: '#e0521c', 0.5: '#ffa23c', 1: '#fff2b4' });

export function flame(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M0 0c-16 0-22-12-19-24 2-10 10-15 11-28 7 5 9 12 8 19 4-5 6-12 5-20 11 9 17 21 16 33-1 12-9 20-21 20z" fill="url(#flame)"/><path d="M0-2c-8 0-11-7-9-13 2-5 6-7 7-14 7 7 12 12 11 18-1 6-4 9-9 9z" fill="#fff4c4"/></g>`;
}

export function torch(x: number, y: number): string {
  return `${shine(x, y - 20, 110, 0.75)}<path d="M${x - 5} ${y}h10l-3 44h-4zM${x - 9} ${y - 4}h18v8h-18z" fill="#241611"/>${flame(x, y - 3, 0.62)}`;
}

type Wall = { x: number; y: number; width: number; height: number; row?: number; seed?: number };

/** Joints of a stone wall, and a few stones that catch more light. */
export function stones({ x, y, width, height, row = 34, seed = 7 }: Wall): string {
  const random = createRandom(seed);
  let joints = '';
  let lit = '';
  for (let top = y; top < y + height; top += row) {
    joints += `M${x} ${top}h${width}`;
    for (let left = x + random(20, 60); left < x + width; left += random(46, 96)) {
      joints += `M${round(left)} ${top}v${Math.min(row, y + height - top)}`;
      const isLit = random(0, 1) < 0.16 && top + row <= y + height;
      const stone = random(30, 44);
      if (isLit && left + stone < x + width)
        lit += `M${round(left)} ${top}h${round(stone)}v${row}h${round(-stone)}z`;
    }
  }
  return `<path d="${lit}" fill="#ffd9a0" opacity=".05"/><path d="${joints}" fill="none" stroke="#0c0709" stroke-opacity=".4" stroke-width="2.2"/>`;
}

/** A jagged ridge from the left to the right edge, filled down to the bottom. */
export function ridge(base: number, height: number, seed: number, fill: string): string {
  const random = createRandom(seed);
  let path = `M0 ${base}`;
  for (let x = 0; x < size.width;) {
    const peak = random(120, 260);
    path += `L${round(x + peak * random(0.4, 0.6))} ${round(base - random(0.35, 1) * height)}L${round(x + peak)} ${round(base - random(0, 0.3) * height)}`;
    x += peak;
  }
  return `<path d="${path}L${size.width} ${base}V${size.height}H0z" fill="${fill}"/>`;
}

export function pine(x: number, y: number, height: number, fill: string): string {
  const half = height * 0.24;
  let path = `M${x} ${y - height}`;
  for (const [side, order] of [
    [1, [1, 2, 3, 4]],
    [-1, [4, 3, 2, 1]],
  ] as const) {
    for (const step of order) {
      const out = side * half * (step / 4);
      const low = y - height + height * 0.22 * step + height * 0.06;
      const back = side === 1 ? [out, low, out * 0.42, low - 4] : [out * 0.42, low - 4, out, low];
      path += `L${round(x + back[0]!)} ${round(back[1]!)}L${round(x + back[2]!)} ${round(back[3]!)}`;
    }
    if (side === 1)
      path += `L${x + 4} ${round(y - height * 0.06)}V${y}h-8V${round(y - height * 0.06)}`;
  }
  return `<path d="${path}z" fill="${fill}"/>`;
}

export function stars(count: number, lowest: number, seed: number): string {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const x = round(random(0, size.width));
    const y = round(random(0, lowest));
    const r = round(random(0.8, 2.4));
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff3d6" opacity="${round(random(0.3, 0.95))}"/>`;
  }).join('');
}

export function scene(defs: string[], parts: string[]): string {
  const vignette = light('vignette', [1250, 500, 1350], { 0.42: '#080406/0', 1: '#080406/0.86' });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}"><defs>${[...defs, glow, flameFill, vignette].join('')}</defs>${parts.join('')}<rect width="${size.width}" height="${size.height}" fill="url(#vignette)"/></svg>`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
