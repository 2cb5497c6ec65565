import {
  createRandom,
  horizontal,
  light,
  pine,
  ridge,
  round,
  scene,
  shine,
  stars,
  stones,
  torch,
  vertical,
} from './draw.ts';

/** Register: the gate opens at dusk for a traveller. */
export function drawGate(): string {
  return scene(
    [
      vertical('sky', {
        0: '#141a38',
        0.35: '#3b2f58',
        0.62: '#8a4a5c',
        0.82: '#e08a5a',
        1: '#f6bd7a',
      }),
      light('sun', [1340, 640, 700], { 0: '#ffe2a4/0.9', 0.3: '#ffab62/0.4', 1: '#ff8a4a/0' }),
      horizontal('tower', {
        0: '#b0745a',
        0.05: '#7a5350',
        0.3: '#54404a',
        0.75: '#2f2632',
        1: '#1e1822',
      }),
      horizontal('wall', { 0: '#4a3741', 0.5: '#5a434a', 1: '#2d2430' }),
      horizontal('roof', { 0: '#a85a40', 0.1: '#6d3c3a', 0.6: '#382632', 1: '#1d1720' }),
      light('inside', [1340, 760, 330], {
        0: '#fff3c0',
        0.25: '#ffd27a',
        0.6: '#e8883a',
        1: '#7a3a1e',
      }),
      horizontal('leafLeft', { 0: '#2a1a12', 0.6: '#5a3820', 1: '#a86a34' }),
      horizontal('leafRight', { 0: '#a86a34', 0.4: '#5a3820', 1: '#2a1a12' }),
      vertical('road', { 0: '#e8a45c', 0.25: '#a06a46', 1: '#3a2621' }),
      vertical('ground', { 0: '#3a3130', 0.5: '#241d20', 1: '#151113' }),
      vertical('beam', { 0: '#ffe2a0/0.8', 1: '#ffb45a/0' }),
      vertical('flag', { 0: '#c3392b', 1: '#7d2019' }),
    ],
    [
      '<rect width="1920" height="1000" fill="url(#sky)"/>',
      stars(90, 330, 9),
      drawClouds(),
      '<rect width="1920" height="1000" fill="url(#sun)"/>',
      ridge(700, 250, 4, '#6d4658'),
      ridge(740, 170, 12, '#4a3346'),
      drawWoods(),
      '<rect y="792" width="1920" height="208" fill="url(#ground)"/>',
      drawWalls(),
      drawOpening(),
      drawTower(1080),
      drawTower(1600),
      drawRoad(),
      drawTraveller(),
      torch(1172, 640),
      torch(1508, 640),
      drawGrass(),
    ],
  );
}

function drawClouds(): string {
  return '<g fill="#d98a72" opacity=".32"><path d="M120 360q120-26 260-8 150-24 300 6-160 20-300 14-140 10-260-12z"/><path d="M1300 230q150-22 320-4 120-10 240 6-160 18-300 10-150 6-260-12z"/><path d="M640 250q90-14 190-2 100-6 170 6-110 12-190 8-100 4-170-12z"/></g>';
}

function drawWoods(): string {
  const random = createRandom(31);
  return Array.from({ length: 46 }, (_, at) =>
    pine(
      round(at * 43 + random(-14, 14)),
      800,
      round(random(90, 190)),
      at % 2 ? '#2b2030' : '#35263a',
    ),
  ).join('');
}

/** The walls beside the gatehouse and the gatehouse itself. */
function drawWalls(): string {
  const teeth = (x: number, width: number, y: number, step: number) =>
    Array.from(
      { length: Math.floor(width / step) },
      (_, at) => `M${x + at * step} ${y}h${step * 0.56}v30h${-step * 0.56}z`,
    ).join('');
  return [
    '<path d="M560 560h520v260H560zM1600 560h320v260h-320z" fill="url(#wall)"/>',
    `<path d="${teeth(560, 520, 532, 52)}${teeth(1660, 260, 532, 52)}" fill="#54404a"/>`,
    stones({ x: 560, y: 566, width: 1360, height: 250, seed: 17 }),
    // The corner tower where the wall turns away.
    `<path d="M500 500h110v322H500z" fill="url(#tower)"/><path d="M490 484h130v30H490z" fill="#54404a"/><path d="${teeth(490, 130, 456, 50)}M590 456h30v30h-30z" fill="#54404a"/>`,
    stones({ x: 500, y: 520, width: 110, height: 300, seed: 29 }),
    '<path d="M1120 400h440v420h-440z" fill="#4a3841"/>',
    `<path d="${teeth(1120, 450, 366, 50)}" fill="#5a444c"/><path d="M1112 396h456v18h-456z" fill="#6d5054"/>`,
    stones({ x: 1120, y: 420, width: 440, height: 396, seed: 23 }),
    // A shield above the arch, and banners.
    '<path d="M1310 430q30-12 60 0v40q-6 32-30 48-24-16-30-48z" fill="#7d2019" stroke="#e0a83c" stroke-width="6"/><path d="M1340 446v52M1322 466h36" stroke="#e0a83c" stroke-width="7"/>',
    ...[1196, 1484].map(
      (x) =>
        `<path d="M${x - 26} 440h52v130l-26-22-26 22z" fill="url(#flag)"/><path d="M${x} 470l12 24-12 24-12-24z" fill="#f3c660"/><path d="M${x - 32} 436h64" stroke="#241a1c" stroke-width="7"/>`,
    ),
  ].join('');
}

/** The arch with the light of the yard, the raised portcullis and the two leaves. */
function drawOpening(): string {
  const arch = 'M1220 820V640q0-104 120-104t120 104v180z';
  const bars = [1240, 1268, 1296, 1324, 1352, 1380, 1408, 1436]
    .map((x) => `M${x} 540v72l4 16 4-16v-72z`)
    .join('');
  return [
    `<path d="${arch}" fill="url(#inside)"/>`,
    // Houses of the yard behind the gate.
    '<path d="M1262 820v-90l34-34 34 34v90zM1352 820v-120l30-40 32 40v120z" fill="#b4652c" opacity=".75"/><path d="M1290 760h14v20h-14zM1376 730h14v22h-14z" fill="#fff3c0"/>',
    shine(1340, 770, 260, 0.9),
    `<clipPath id="arch"><path d="${arch}"/></clipPath><g clip-path="url(#arch)"><path d="${bars}" fill="#2a1a14"/><path d="M1220 566h240v9h-240zM1220 598h240v9h-240z" fill="#2a1a14"/></g>`,
    '<path d="M1220 820V650q0-40 14-62l44 30v214l-52 16z" fill="url(#leafLeft)"/><path d="M1460 820V650q0-40-14-62l-44 30v214l52 16z" fill="url(#leafRight)"/>',
    '<path d="M1222 660l56 10M1222 720l56 6M1222 790l56 6M1458 660l-56 10M1458 720l-56 6M1458 790l-56 6" stroke="#1a100c" stroke-width="8"/><circle cx="1268" cy="744" r="7" fill="none" stroke="#f3c660" stroke-width="4"/><circle cx="1412" cy="744" r="7" fill="none" stroke="#f3c660" stroke-width="4"/>',
    `<path d="${arch}" fill="none" stroke="#8a6458" stroke-width="22"/><path d="${arch}" fill="none" stroke="#1e1519" stroke-width="22" stroke-dasharray="3 34" stroke-opacity=".7"/>`,
  ].join('');
}

function drawTower(x: number): string {
  const left = x - 82;
  return [
    `<path d="M${left} 820V330h164v490z" fill="url(#tower)"/>`,
    stones({ x: left, y: 340, width: 164, height: 476, seed: x }),
    `<path d="M${left - 16} 290h196v46h-196z" fill="url(#tower)"/><path d="M${left - 16} 336h196" stroke="#0f0a0d" stroke-opacity=".6" stroke-width="5"/>`,
    `<path d="M${left - 26} 292 ${x} 96l108 196z" fill="url(#roof)"/><path d="M${left - 2} 250h168M${left + 22} 208h120M${left + 44} 168h76" stroke="#140d12" stroke-opacity=".45" stroke-width="4"/>`,
    `<path d="M${x} 100V34" stroke="#1d1518" stroke-width="5"/><path d="M${x + 2} 38q30-14 58 2 18 8 30 0-10 14-4 32-34 8-56-2-16-8-28 0z" fill="#c3392b"/>`,
    ...[430, 580].map(
      (y) =>
        `${shine(x, y + 20, 60, 0.7)}<path d="M${x - 13} ${y + 44}v-36q0-16 13-22 13 6 13 22v36z" fill="#ffcf7a"/><path d="M${x} ${y - 12}v56" stroke="#3a2018" stroke-width="3"/>`,
    ),
  ].join('');
}

function drawRoad(): string {
  return '<path d="M1226 820h228q30 70 190 180H860q250-70 366-180z" fill="url(#road)"/><path d="M1226 820h228l150 180h-560z" fill="url(#beam)" opacity=".55"/><path d="M1180 866q40-10 90-4M1390 880q50-4 90 8M1120 930q60-14 120-4M1420 944q60-8 120 6M1260 910q40-6 80 0" fill="none" stroke="#4a2f22" stroke-opacity=".6" stroke-width="6"/>';
}

/** A figure with a staff and a bundle, and the long shadow of the light from the gate. */
function drawTraveller(): string {
  return '<path d="M1326 906q-60 40-150 94h56q66-50 112-92z" fill="#150d0d" opacity=".55"/><g fill="#1d1214"><circle cx="1336" cy="784" r="15"/><path d="M1320 800q16-10 32 0l16 106h-64z"/><path d="M1318 778q18-30 36 0l-4 12h-28z"/><path d="M1350 812q22 4 26 34l-10 2-18-22z"/><path d="M1372 760h6l2 150h-8z"/><circle cx="1310" cy="822" r="17"/></g><path d="M1351 780q8 6 3 20l14 100M1352 812q18 6 22 30" fill="none" stroke="#ffd38a" stroke-width="4"/>';
}

function drawGrass(): string {
  const random = createRandom(77);
  return Array.from({ length: 120 }, () => {
    const y = random(880, 1000);
    const half = (y - 800) * 1.9;
    const side = random(0, 1) < 0.6 ? -1 : 1;
    const x = round(1330 + side * (half + random(40, 1300)));
    return `<path d="M${x} ${round(y)}q-4-14-10-20M${x} ${round(y)}q0-16 4-26M${x} ${round(y)}q6-12 12-16" fill="none" stroke="#3d3330" stroke-width="3"/>`;
  }).join('');
}
