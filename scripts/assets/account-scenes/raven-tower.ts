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
  vertical,
} from './draw.ts';

/** Reset: the tower from which a raven brings the link, by moonlight. */
export function drawRavenTower(): string {
  return scene(
    [
      vertical('sky', { 0: '#070d20', 0.4: '#12254a', 0.75: '#2f5078', 1: '#5d7f9c' }),
      light('moonlight', [1030, 330, 620], {
        0: '#f4f6ff/0.55',
        0.25: '#a8c8ee/0.22',
        1: '#6d9cd0/0',
      }),
      light('moon', [1010, 310, 130], { 0: '#fffdf2', 0.7: '#f2ecd2', 1: '#d8d0b0' }),
      horizontal('tower', {
        0: '#9db4cc',
        0.05: '#5d6f88',
        0.3: '#3c4a62',
        0.75: '#222b3e',
        1: '#151b2a',
      }),
      horizontal('roof', { 0: '#7c94b4', 0.08: '#3f5272', 0.5: '#263450', 1: '#121829' }),
      vertical('lit', { 0: '#fff0b8', 0.5: '#ffc466', 1: '#d9782e' }),
      vertical('rock', { 0: '#33415a', 0.5: '#1d2638', 1: '#0b0f18' }),
      horizontal('post', { 0: '#8aa0b8', 0.1: '#3a4658', 1: '#12182a' }),
      vertical('paper', { 0: '#fbf0d2', 1: '#cdb98e' }),
      vertical('fog', { 0: '#a8c4de/0', 0.5: '#a8c4de/0.28', 1: '#a8c4de/0' }),
    ],
    [
      '<rect width="1920" height="1000" fill="url(#sky)"/>',
      stars(150, 620, 3),
      '<rect width="1920" height="1000" fill="url(#moonlight)"/><circle cx="1030" cy="330" r="104" fill="url(#moon)"/><g fill="#cfc6a4" opacity=".5"><circle cx="1000" cy="300" r="18"/><circle cx="1062" cy="362" r="24"/><circle cx="1050" cy="280" r="10"/><circle cx="986" cy="368" r="12"/></g>',
      '<g fill="#c4d8ec" opacity=".16"><path d="M60 300q160-30 330-8 170-20 300 8-170 22-320 14-180 8-310-14z"/><path d="M1180 210q150-26 320-6 180-16 320 10-180 20-330 12-180 8-310-16z"/><path d="M820 420q120-18 240-4 110-8 190 8-120 14-220 8-130 6-210-12z"/></g>',
      ridge(700, 300, 8, '#31486a'),
      ridge(760, 200, 19, '#22344f'),
      '<rect y="640" width="1920" height="170" fill="url(#fog)"/>',
      drawWoods(),
      drawRock(),
      drawTower(),
      ...flights.map(drawFlyingRaven),
      drawPerch(),
    ],
  );
}

const flights: [x: number, y: number, scale: number, tilt: number][] = [
  [1086, 292, 1.15, -8],
  [1180, 420, 0.8, 10],
  [920, 214, 0.62, -14],
  [820, 470, 0.5, 4],
  [1290, 190, 0.55, -4],
];

function drawFlyingRaven([x, y, scale, tilt]: (typeof flights)[number]): string {
  return `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${scale})" fill="#0a0e18"><path d="M-70 16-30 2Q-8-5 12-2 30-8 40 2l20 5-18 6Q20 21-8 18l-26 2z"/><path d="M-12 4Q-38-48-98-66q-5 8 2 14-11 2-4 12-9 4 0 12Q-58-10-20 16z"/><path d="M4 2Q10-48 54-84q9 6 4 15 11 0 6 12 8 5 2 12Q40-18 24 8z"/></g>`;
}

function drawTower(): string {
  return [
    '<path d="M1352 860V330h236v530z" fill="url(#tower)"/>',
    stones({ x: 1352, y: 340, width: 236, height: 516, row: 38, seed: 13 }),
    // The loft of the ravens, wider than the shaft.
    '<path d="M1352 352l-44-50h324l-44 50z" fill="#1b2334"/><path d="M1308 150h324v156h-324z" fill="url(#tower)"/>',
    stones({ x: 1308, y: 158, width: 324, height: 144, row: 36, seed: 41 }),
    '<path d="M1296 298h348v16h-348z" fill="#55688a"/><path d="M1286 156 1470-60l184 216z" fill="url(#roof)"/><path d="M1320 116h300M1356 74h228M1392 32h156" stroke="#0b101c" stroke-opacity=".5" stroke-width="4"/><path d="M1286 156 1470-60" stroke="#c8dcf2" stroke-opacity=".7" stroke-width="4"/>',
    ...[1376, 1470, 1564].map(
      (x) =>
        `${shine(x, 246, 120, 0.75)}<path d="M${x - 27} 298v-66q0-32 27-44 27 12 27 44v66z" fill="url(#lit)"/><path d="M${x - 27} 298v-66q0-32 27-44 27 12 27 44v66" fill="none" stroke="#131a2a" stroke-width="8"/>`,
    ),
    // Two ravens in the arches.
    '<g fill="#0a0e18"><path d="M1366 298q-10-40 12-52 14-4 18 8l14 4-12 6q4 18-8 34z"/><path d="M1576 298q10-36-8-48-12-4-18 6l-12 4 12 6q-4 16 8 32z"/></g>',
    ...[440, 600, 740].map(
      (y, at) =>
        `${shine(at === 1 ? 1506 : 1440, y + 16, 70, 0.7)}<path d="M${(at === 1 ? 1506 : 1440) - 14} ${y + 48}v-40q0-18 14-24 14 6 14 24v40z" fill="url(#lit)"/><path d="M${at === 1 ? 1506 : 1440} ${y - 14}v62" stroke="#131a2a" stroke-width="4"/>`,
    ),
    '<path d="M1412 860v-50q0-34 34-34t34 34v50z" fill="#1a120f"/><path d="M1412 860v-50q0-34 34-34t34 34v50" fill="none" stroke="#55688a" stroke-width="9"/>',
  ].join('');
}

function drawRock(): string {
  return '<path d="M1120 1000q60-70 130-86 40-60 120-66h220q100 4 150 62 110 20 180 90z" fill="url(#rock)"/><path d="M1252 914l30 40-18 46M1372 850l24 60-40 50M1590 850l-16 56 40 60M1740 912l-40 34 20 54" fill="none" stroke="#08101c" stroke-opacity=".6" stroke-width="5"/><path d="M1250 914q40-60 120-66M1120 1000q60-70 130-86" fill="none" stroke="#b4cce6" stroke-opacity=".55" stroke-width="5"/><path d="M1446 860q-10 60-90 90-60 24-90 50h70q30-30 80-50 70-36 72-90z" fill="#55607a" opacity=".7"/>';
}

function drawWoods(): string {
  const random = createRandom(51);
  return Array.from({ length: 44 }, (_, at) =>
    pine(
      round(at * 45 + random(-16, 16)),
      round(random(880, 1000)),
      round(random(150, 280)),
      at % 2 ? '#0c1422' : '#121d30',
    ),
  ).join('');
}

/** In front: a raven on a post, with the letter. */
function drawPerch(): string {
  return '<path d="M1092 1000V712h44v288z" fill="url(#post)"/><path d="M1076 700h76v20h-76z" fill="#44536c"/><path d="M1076 702h76" stroke="#d0e2f6" stroke-opacity=".8" stroke-width="4"/><g transform="translate(1114 700)"><path d="M-86-6Q-70-60-22-86-18-132 22-140 52-142 60-118l34 10-34 10Q60-60 34-24L22 0h-42l-6-14q-30 0-60 8z" fill="#0a0e18"/><path d="M-80-8Q-62-58-18-84M-16-92Q-10-132 24-136" fill="none" stroke="#b4cce6" stroke-opacity=".85" stroke-width="4"/><path d="M-40-22q30-6 54-46M-24-14q26-6 44-34" fill="none" stroke="#2c3a54" stroke-width="5"/><circle cx="36" cy="-118" r="5" fill="#ffd98a"/><path d="M-4 0v10M16 0v10" stroke="#1d2434" stroke-width="7"/><g transform="translate(26 26) rotate(12)"><path d="M-30-11h60v22h-60z" fill="url(#paper)"/><circle cx="-30" r="11" fill="#b8a478"/><circle cx="30" r="11" fill="#f4e6c2"/><path d="M-6-11h12v22H-6z" fill="#a93226"/><circle r="8" fill="#c8443a"/></g></g>';
}
