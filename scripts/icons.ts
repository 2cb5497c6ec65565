// Writes the sprites of client/ui. Run it after changing client/ui/icon/icons.json:
//   npx tsx scripts/icons.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import icons from '../client/ui/icon/icons.json' with { type: 'json' };

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

const drawn = Object.entries(icons.glyphs).map(
  ([id, path]) =>
    `<symbol id="${id}" viewBox="0 0 24 24"><path fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round" d="${path}"/></symbol>`,
);

const notice =
  '<!-- Skill and feature icons made by Lorc, Delapouite, Skoll (https://game-icons.net), CC BY 3.0, coordinates rounded. The other glyphs belong to this project. -->';
const ui = fileURLToPath(new URL('../client/ui/icon/', import.meta.url));
writeSprite('skills-sprite', fromGameIcons(icons.skillIcons));
writeSprite('lists-sprite', fromGameIcons(icons.listIcons));
writeSprite('icons-sprite', [...fromGameIcons(icons.featureIcons), ...drawn]);

function writeSprite(name: string, symbols: string[]) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${notice}\n${symbols.join('\n')}\n</svg>\n`;
  writeFileSync(`${ui}${name}.svg`, text);
}
