import {
  createRandom,
  flame,
  horizontal,
  light,
  round,
  scene,
  shine,
  stones,
  vertical,
} from './draw.ts';

/** Login: a hall with the fire lit and a free seat. */
export function drawHearth(): string {
  return scene(
    [
      light('wall', [1340, 640, 1050], {
        0: '#b9682f',
        0.25: '#7d4524',
        0.55: '#452617',
        1: '#1a0f0c',
      }),
      light('floor', [1340, 860, 900], {
        0: '#d98a44',
        0.3: '#7c4a26',
        0.7: '#3a2115',
        1: '#150c09',
      }),
      vertical('beam', { 0: '#6e4526', 0.4: '#4a2d19', 1: '#1d110a' }),
      vertical('stone', { 0: '#8d6a52', 0.45: '#6d4f3f', 1: '#3d2b25' }),
      horizontal('hood', {
        0: '#3b2a25',
        0.3: '#6b4f41',
        0.5: '#8a6751',
        0.72: '#654a3d',
        1: '#2f211d',
      }),
      vertical('mouth', { 0: '#2a120a', 0.55: '#7a2f10', 1: '#ffb04a' }),
      vertical('night', { 0: '#132742', 1: '#3f6486' }),
      horizontal('wood', { 0: '#8c5a2f', 0.5: '#5e3a1f', 1: '#2a190f' }),
      vertical('cloth', { 0: '#c3392b', 1: '#6b1b15' }),
      light('rug', [1340, 900, 420], { 0: '#c5432f', 0.6: '#7d2219', 1: '#3d110d' }),
      vertical('gold', { 0: '#fff0b0', 0.45: '#e0a83c', 1: '#7a5014' }),
      light('warm', [1340, 690, 640], { 0: '#ffdf9a/0.75', 0.3: '#ff9a3c/0.32', 1: '#d9541a/0' }),
    ],
    [
      '<rect width="1920" height="830" fill="url(#wall)"/>',
      stones({ x: 0, y: 190, width: 1920, height: 630, row: 42 }),
      drawWindow(390, '<circle cx="412" cy="372" r="20" fill="#f4f1df" opacity=".9"/>'),
      drawWindow(806, ''),
      '<rect y="822" width="1920" height="178" fill="url(#floor)"/>',
      drawPlanks(),
      drawShelf(),
      drawPosts(),
      drawFireplace(),
      drawCeiling(),
      '<rect width="1920" height="1000" fill="url(#warm)"/>',
      drawRug(),
      drawChair(),
      drawTable(),
      drawCat(),
      drawSparks(),
    ],
  );
}

function drawFireplace(): string {
  return [
    // The hood and the chimney breast.
    '<path d="M1120 478 1206 196h268l86 282z" fill="url(#hood)"/>',
    '<path d="M1206 196 1120 478M1474 196l86 282" stroke="#ffcf94" stroke-opacity=".25" stroke-width="3"/>',
    stones({ x: 1216, y: 212, width: 248, height: 250, row: 42, seed: 3 }),
    '<path d="M1090 822V520h500v302z" fill="url(#stone)"/>',
    stones({ x: 1090, y: 530, width: 500, height: 292, row: 42, seed: 11 }),
    // The mantel, lit from below.
    '<path d="M1062 470h556l-22 54H1084z" fill="#5b3c28"/><path d="M1050 454h580v20h-580z" fill="#8a5c38"/><path d="M1084 522h512" stroke="#ffc274" stroke-opacity=".75" stroke-width="4"/>',
    '<path d="M1184 822V660q0-98 156-98t156 98v162z" fill="url(#mouth)"/>',
    '<path d="M1184 822V660q0-98 156-98t156 98v162" fill="none" stroke="#c28a5c" stroke-width="22"/><path d="M1184 822V660q0-98 156-98t156 98v162" fill="none" stroke="#241611" stroke-width="22" stroke-dasharray="3 36" stroke-opacity=".7"/>',
    shine(1340, 770, 230),
    // Logs and flames.
    '<path d="M1228 802l196-24 8 22-196 26zM1246 778l190 26-6 22-188-26z" fill="#3a1f12"/><path d="M1246 780l184 24M1232 804l190-24" stroke="#ff9a3c" stroke-opacity=".6" stroke-width="3"/>',
    flame(1282, 806, 2),
    flame(1398, 806, 2.2),
    flame(1340, 812, 3.2),
    '<path d="M1222 822v-30h10v30zm226 0v-30h10v30zM1212 814h256v10h-256z" fill="#140c0a"/>',
    // A shield with crossed swords.
    '<g transform="translate(1340 330)"><path d="M-112-86 -98-64 92 84 98 78-92-70zM112-86 98-64-92 84-98 78 92-70z" fill="#e2d9c6"/><path d="M88 76l24 18M-88 76l-24 18" stroke="#8a5a26" stroke-width="11"/><path d="M74 92l30-38M-74 92l-30-38" stroke="#e0a83c" stroke-width="9"/><path d="M-48-58Q0-74 48-58V8Q40 58 0 82-40 58-48 8z" fill="#7d2019" stroke="url(#gold)" stroke-width="8"/><path d="M0-34l11 24 26 3-20 17 6 26-23-14-23 14 6-26-20-17 26-3z" fill="url(#gold)"/></g>',
    // Candles and a jug on the mantel.
    ...[1120, 1152, 1540].map(
      (x, at) =>
        `<path d="M${x - 8} 454v${at === 1 ? -34 : -50}h16v${at === 1 ? 34 : 50}z" fill="#f1e2bd"/>${shine(x, at === 1 ? 404 : 388, 62, 0.8)}${flame(x, at === 1 ? 422 : 406, 0.42)}`,
    ),
    '<path d="M1562 454q-6-34 8-52h24q14 18 8 52z" fill="#35506a"/><path d="M1602 410q20 14 2 32" fill="none" stroke="#35506a" stroke-width="6"/>',
  ].join('');
}

function drawWindow(x: number, moon: string): string {
  const outline = `M${x - 66} 640V400q0-96 66-120 66 24 66 120v240z`;
  return `<path d="${outline}" fill="url(#night)"/>${moon}<path d="M${x - 66} 560l36-40 30 26 40-44 26 40v98H${x - 66}z" fill="#16283c"/><path d="${outline}M${x} 280v360M${x - 66} 420h132M${x - 66} 530h132" fill="none" stroke="#1d120d" stroke-width="7"/><path d="${outline}" fill="none" stroke="#7a5236" stroke-width="15"/><path d="M${x - 90} 640h180v22h-180z" fill="#6a4429"/>`;
}

function drawPosts(): string {
  return [170, 612, 1000, 1735]
    .map(
      (x) =>
        `<path d="M${x} 372 ${x - 150} 196h38L${x} 326l112-130h38z" fill="#3f2717"/><path d="M${x} 372 ${x + 150} 196" stroke="#ffbe78" stroke-opacity=".28" stroke-width="3"/><path d="M${x - 25} 190h50v640h-50z" fill="url(#wood)"/>`,
    )
    .join('');
}

function drawCeiling(): string {
  return '<rect width="1920" height="128" fill="#120a07"/><rect y="120" width="1920" height="82" fill="url(#beam)"/><path d="M0 202h1920" stroke="#ffbe78" stroke-opacity=".4" stroke-width="4"/><path d="M0 148h1920M0 172h1920" stroke="#0d0705" stroke-opacity=".5" stroke-width="3"/>';
}

function drawPlanks(): string {
  const lines = Array.from({ length: 25 }, (_, at) => {
    const x = -900 + at * 180;
    return `M${round(1340 + (x - 1340) * 0.62)} 822L${x} 1000`;
  });
  return `<path d="${lines.join('')}M0 868h1920M0 930h1920" stroke="#140b07" stroke-opacity=".5" stroke-width="3"/>`;
}

function drawRug(): string {
  return '<ellipse cx="1340" cy="918" rx="360" ry="58" fill="url(#rug)"/><ellipse cx="1340" cy="918" rx="332" ry="50" fill="none" stroke="#e0a83c" stroke-opacity=".7" stroke-width="4"/><ellipse cx="1340" cy="918" rx="210" ry="30" fill="none" stroke="#e0a83c" stroke-opacity=".45" stroke-width="3" stroke-dasharray="16 10"/>';
}

/** The free seat, turned to the fire. */
function drawChair(): string {
  return '<g transform="translate(1020 0)"><path d="M-62 640q0-40 34-48h86q18 6 20 34l16 214h-150z" fill="#3a1512"/><path d="M-52 650q4-40 30-48h74q14 6 16 30l14 168H-46z" fill="url(#cloth)"/><path d="M-36 622h96M-34 690h104M-34 752h112" stroke="#5b1712" stroke-width="4" stroke-opacity=".7"/><path d="M-60 796h176q20 0 20 22v34H-66z" fill="#8f281e"/><path d="M-56 802h170" stroke="#ff9a6a" stroke-opacity=".55" stroke-width="5"/><path d="M-82 724q0-26 26-26h24v24h-20v150h-30zM92 752h46q24 0 24 26v98h-28v-92H92z" fill="#5d3a20"/><path d="M94 754h46q20 0 20 24" fill="none" stroke="#ffc98a" stroke-width="4"/><path d="M-76 850h34v66h-24zM120 850h34l-6 72h-22z" fill="#2c1a10"/><path d="M78 628 96 836" stroke="#ffb27a" stroke-opacity=".8" stroke-width="5"/></g>';
}

function drawTable(): string {
  return `<g transform="translate(1660 0)"><path d="M-70 756h170v20H-70z" fill="#8a5730"/><path d="M-70 756h170" stroke="#ffc98a" stroke-opacity=".7" stroke-width="4"/><path d="M-54 776h18l-8 124h-16zM70 776h18l8 124H80z" fill="#3a2314"/><path d="M-50 756v-46h46v46z" fill="#a8723e"/><path d="M-50 722h46M-50 742h46" stroke="#3a2314" stroke-width="5"/><path d="M-4 718q22 2 20 16t-20 14" fill="none" stroke="#8a5a30" stroke-width="7"/><path d="M-52 710q4-16 16-10 8-12 18-2 12-4 14 12z" fill="#fdf3d8"/><path d="M28 756v-8h54v8zM36 748l6-12h26l6 12z" fill="#7d2019"/></g>${shine(1706, 690, 90, 0.8)}<path d="M1698 742v-44h16v44z" fill="#f1e2bd"/>${flame(1706, 700, 0.42)}`;
}

function drawCat(): string {
  return '<g transform="translate(1500 900)"><ellipse rx="66" ry="26" fill="#24140e"/><path d="M-66 0q-6-34 30-38 36-6 66 6 34 12 34 34z" fill="#2d1a12"/><path d="M-62-6q-14-18-4-34l14 10h14l12-12q10 18 0 34-12 16-36 2z" fill="#2d1a12"/><path d="M64-2q20 14-6 24-40 12-92 4" fill="none" stroke="#2d1a12" stroke-width="13" stroke-linecap="round"/><path d="M-64-24q4-10 14-8h14q30-10 64 2 26 8 34 24" fill="none" stroke="#ff9f5a" stroke-opacity=".7" stroke-width="3.5"/></g>';
}

function drawShelf(): string {
  const random = createRandom(21);
  const colors = ['#6b2a22', '#2f4a5e', '#4f5a34', '#7a5a2c', '#4a2f4a', '#31503f'];
  const rows = [420, 540, 660].map((y) => {
    let books = '';
    for (let x = 1784; x < 1896;) {
      const width = round(random(12, 24));
      const height = round(random(54, 84));
      books += `<path d="M${round(x)} ${y}h${width}v${-height}h${-width}z" fill="${colors[Math.floor(random(0, 6))]}"/>`;
      x += width + 2;
    }
    return `${books}<path d="M1770 ${y}h150v14h-150z" fill="#6b4427"/><path d="M1770 ${y}h150" stroke="#ffbe78" stroke-opacity=".5" stroke-width="3"/>`;
  });
  return `<path d="M1770 320h150v502h-150z" fill="#22140d"/>${rows.join('')}`;
}

function drawSparks(): string {
  const random = createRandom(5);
  return Array.from({ length: 26 }, () => {
    const y = random(540, 800);
    const x = 1340 + random(-1, 1) * (820 - y) * 0.6;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(random(1.4, 3.4))}" fill="#ffd98a" opacity="${round(random(0.4, 0.95))}"/>`;
  }).join('');
}
