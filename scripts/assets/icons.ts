// Writes the two sprites and icon-names.ts of client/ui. Run it after changing a list below:
//   npx tsx scripts/assets/icons.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Our name → the name in game-icons (CC BY 3.0; the notice goes into the sprite).

/** A separate sprite: it is larger than the other one, and few pages need it. */
const skillIcons = {
  overall: 'laurels-trophy',
  attack: 'crossed-swords',
  defence: 'checked-shield',
  strength: 'biceps',
  hitpoints: 'hearts',
  ranged: 'high-shot',
  prayer: 'prayer',
  magic: 'pointy-hat',
  cooking: 'camp-cooking-pot',
  woodcutting: 'axe-in-log',
  fletching: 'arrow-flights',
  fishing: 'fishing-pole',
  firemaking: 'campfire',
  crafting: 'sewing-needle',
  smithing: 'anvil-impact',
  mining: 'war-pick',
  herblore: 'pestle-mortar',
  agility: 'run',
  thieving: 'domino-mask',
  slayer: 'horned-skull',
  farming: 'watering-can',
  runecrafting: 'rune-stone',
};

const featureIcons = {
  crown: 'queen-crown',
  coins: 'two-coins',
  quest: 'tied-scroll',
  boss: 'spiked-dragon-head',
  contract: 'scroll-quill',
};

/** Drawn for this site: 24 px grid, one stroke weight, round joints. */
const glyphs = {
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  close: 'M6 6l12 12M18 6 6 18',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-up': 'm6 14.5 6-6 6 6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  'arrow-up': 'M12 19.5v-15M6 10.5l6-6 6 6',
  'arrow-down': 'M12 4.5v15M6 13.5l6 6 6-6',
  'arrow-left': 'M19.5 12h-15M10.5 6l-6 6 6 6',
  'arrow-right': 'M4.5 12h15M13.5 6l6 6-6 6',
  equal: 'M5.5 9.2h13M5.5 14.8h13',
  check: 'm5 12.8 4.6 4.7L19 7.5',
  warning: 'M12 4 2.8 19.8h18.4zM12 10v4.6M12 17.1v.1',
  info: 'M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6zM12 11v5.4M12 7.7v.1',
  danger: 'M8.3 3.2h7.4l5.1 5.1v7.4l-5.1 5.1H8.3l-5.1-5.1V8.3zM12 7.6v5.2M12 16.3v.1',
  eye: 'M2.5 12C4.6 7.9 8 5.6 12 5.6s7.4 2.3 9.5 6.4c-2.1 4.1-5.5 6.4-9.5 6.4S4.6 16.1 2.5 12zM12 9.1a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8z',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.6c4 0 7.4 2.3 9.5 6.4a14 14 0 0 1-2.9 3.8M6.3 7.3A13.5 13.5 0 0 0 2.5 12c2.1 4.1 5.5 6.4 9.5 6.4a9 9 0 0 0 4.3-1.1M10 10a2.9 2.9 0 0 0 4 4',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20.5 20.5',
  calendar: 'M4 6h16v14H4zM4 10.4h16M8.3 3.5v4.2M15.7 3.5v4.2',
  clock: 'M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6zM12 7.2V12l3.3 2.2',
  trash: 'M4.5 6.8h15M9.5 6.8V4h5v2.8M6.3 6.8 7.2 20h9.6l.9-13.2M10.2 10.5v6M13.8 10.5v6',
  pencil: 'M4.2 19.8l1-4.3L16.4 4.3l3.3 3.3L8.5 18.8zM14 6.7l3.3 3.3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  upload: 'M12 16V5M7 9.5l5-5 5 5M4.5 20h15',
  external: 'M13.5 4.5h6v6M19.5 4.5 11 13M10 6H5v13h13v-5',
  copy: 'M8.5 8.5H20V20H8.5zM15.5 8.5V4H4v11.5h4.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4M12 3.2V5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c.6-4 3.6-5.8 7.5-5.8s6.9 1.8 7.5 5.8',
  users:
    'M9 4.8a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM2.5 19.5c.5-3.6 3-5.2 6.5-5.2s6 1.6 6.5 5.2M15.5 5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.7c2.3.6 3.7 2.2 4 4.8',
  dashboard: 'M4 4h7v9H4zM15 4h5v5h-5zM15 13h5v7h-5zM4 17h7v3H4z',
  cart: 'M3 4.5h2.8l2.2 11h10l2.2-8H6.5M9.3 18.7a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8zM16.8 18.7a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8z',
  scroll:
    'M7.5 4h10.3A2.2 2.2 0 0 1 20 6.2V8h-4.5M7.5 4a2.3 2.3 0 0 1 2.3 2.3V17.7A2.3 2.3 0 0 0 12.1 20H6.3A2.3 2.3 0 0 1 4 17.7V16h5.8M7.5 4a2.3 2.3 0 0 0-2.3 2.3V16M15.5 8v9.7a2.3 2.3 0 0 1-2.3 2.3h-1.1',
  server: 'M4 4.5h16v6.2H4zM4 13.3h16v6.2H4zM7.5 7.6h.1M7.5 16.4h.1M11 7.6h5.5M11 16.4h5.5',
  shield: 'M12 3.5 19.5 6v5.5c0 4.7-3 7.7-7.5 9.2-4.5-1.5-7.5-4.5-7.5-9.2V6z',
  logout: 'M14 4.5H5v15h9M10 12h10.5M16.5 8l4 4-4 4',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM9 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4.2h-4.2',
  'grip-lines': 'M8 6h.1M8 12h.1M8 18h.1M16 6h.1M16 12h.1M16 18h.1',
  chart: 'M4 4v16h16M8 15.5l3.5-4.5 3 2.5L20 6.5',
  news: 'M4 5h13v14.5H6.2A2.2 2.2 0 0 1 4 17.3zM17 9h3v8.3a2.2 2.2 0 0 1-2.2 2.2H6.2M7.5 8.8h6M7.5 12.4h6M7.5 16h3.5',
  mail: 'M3.5 6h17v12.5h-17zM3.5 6.8l8.5 6.4 8.5-6.4',
  lock: 'M5.5 10.5h13V20h-13zM8.3 10.5V8a3.7 3.7 0 0 1 7.4 0v2.5M12 14v2.5',
  poll: 'M5 20v-6h3.5v6zM10.3 20V4h3.5v16zM15.6 20v-9.5h3.5V20z',
  link: 'M10 14a3.8 3.8 0 0 0 5.4 0l3.5-3.5a3.8 3.8 0 0 0-5.4-5.4l-1.2 1.2M14 10a3.8 3.8 0 0 0-5.4 0l-3.5 3.5a3.8 3.8 0 0 0 5.4 5.4l1.2-1.2',
};

const require = createRequire(import.meta.url);
const collection = JSON.parse(
  readFileSync(require.resolve('@iconify-json/game-icons/icons.json'), 'utf8'),
);

/** One decimal on a 512 grid is below a tenth of a pixel at our sizes and saves a quarter of the file. */
function shorten(body: string) {
  return body.replace(/-?\d*\.\d{2,}/g, (long, at: number) => {
    const short = String(Math.round(Number(long) * 10) / 10).replace(/^(-?)0\./, '$1.');
    // A dot or a minus may have been the only separator from the number before or after.
    const before = /^[.-]/.test(long) && !/^[.-]/.test(short) ? ' ' : '';
    const after = body[at + long.length] === '.' && !short.includes('.') ? ' ' : '';
    return before + short + after;
  });
}

function fromGameIcons(icons: Record<string, string>) {
  return Object.entries(icons).map(([id, source]) => {
    const icon = collection.icons[source];
    if (!icon) throw new Error(`game-icons has no ${source}`);
    return `<symbol id="${id}" viewBox="0 0 512 512">${shorten(icon.body)}</symbol>`;
  });
}

const drawn = Object.entries(glyphs).map(
  ([id, path]) =>
    `<symbol id="${id}" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round" d="${path}"/></symbol>`,
);

const notice =
  '<!-- Skill and feature icons made by Lorc, Delapouite, Skoll (https://game-icons.net), CC BY 3.0, coordinates rounded. The other glyphs belong to this project. -->';
const ui = fileURLToPath(new URL('../../client/ui/', import.meta.url));
writeSprite('skills-sprite', fromGameIcons(skillIcons));
writeSprite('icons-sprite', [...fromGameIcons(featureIcons), ...drawn]);

function writeSprite(name: string, symbols: string[]) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${notice}\n${symbols.join('\n')}\n</svg>\n`;
  writeFileSync(`${ui}${name}.svg`, text);
}

const listNames = (icons: object) =>
  Object.keys(icons)
    .map((name) => `  '${name}',\n`)
    .join('');
writeFileSync(
  `${ui}icon-names.ts`,
  `// Written by scripts/assets/icons.ts.
export const skillIconNames = [
${listNames(skillIcons)}] as const;

export const iconNames = [
  ...skillIconNames,
${listNames({ ...featureIcons, ...glyphs })}] as const;

export type IconName = (typeof iconNames)[number];
`,
);
