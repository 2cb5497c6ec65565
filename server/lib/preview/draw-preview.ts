import sharp from 'sharp';

import { drawText, measureText, wrapText } from './draw-text.ts';
import type { TextStyle } from './draw-text.ts';
import { outlineFonts } from './preview-font.ts';

/** A link preview picture of 1200 × 630, the size that chats and social networks use. */
export type PreviewCard = {
  title: string;
  /** Small, above the title. */
  label: string;
  /** Small, at the bottom, beside the site's name. */
  note: string;
  siteName: string;
  /** Background; a drawn night sky if absent. */
  picture?: Buffer | undefined;
  /** Beside the site's name; our keep if absent. */
  logo?: Buffer | null | undefined;
  /** Gives every colour the owner's palette. */
  shift?: ((hex: string) => string) | undefined;
};

/** Increase it when the drawing changes, so that stored previews are drawn again. */
export const previewVersion = 1;

const width = 1200;
const height = 630;
const margin = 76;
const { display, sans } = outlineFonts;

export async function drawPreview(card: PreviewCard): Promise<Buffer> {
  const { shift } = card;
  const recolour = (svg: string) => (shift ? svg.replaceAll(/#[\da-f]{6}\b/g, shift) : svg);
  const background = card.picture
    ? sharp(card.picture).resize({ width, height, fit: 'cover' })
    : sharp(Buffer.from(recolour(nightSky)));
  const logo = card.logo && {
    input: await sharp(card.logo).resize(50).toBuffer(),
    left: margin - 4,
    top: 542,
  };
  return background
    .composite([{ input: Buffer.from(recolour(drawCard(card))) }, ...(logo ? [logo] : [])])
    .removeAlpha()
    .png({ palette: true, quality: 85, effort: 4 })
    .toBuffer();
}

function drawCard({ title, label, note, siteName, picture, logo }: PreviewCard): string {
  const { lines, style } = fitTitle(title);
  const lineHeight = style.size * 1.16;
  const lastLine = 478;
  const firstLine = lastLine - (lines.length - 1) * lineHeight;
  const small: TextStyle = { font: sans, size: 30 };
  const labelStyle: TextStyle = { font: sans, size: 28, letterSpacing: 120 };
  const name: TextStyle = { font: display, size: 32 };
  const nameEnd = margin + 62 + measureText(siteName, name);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${definitions}
    <rect width="${width}" height="${height}" fill="url(#shade)" opacity="${picture ? 1 : 0}"/>
    ${drawText(label.toUpperCase(), { x: margin, y: firstLine - style.size - 18, fill: '#f3c660' }, labelStyle)}
    ${lines.map((line, index) => drawText(line, { x: margin, y: firstLine + index * lineHeight, fill: '#faf3e3' }, style)).join('')}
    <rect x="${margin}" y="518" width="${width - 2 * margin}" height="2" fill="url(#rule)"/>
    ${logo ? '' : `<g transform="translate(${margin - 6} 540) scale(.78)">${keep}</g>`}
    ${drawText(siteName, { x: margin + 62, y: 577, fill: '#ffe09a' }, name)}
    ${drawText(note, { x: nameEnd + 28, y: 576, fill: '#cdb98e' }, small)}
    <rect x="22" y="22" width="${width - 44}" height="${height - 44}" rx="14" fill="none" stroke="#d9a53a" stroke-opacity=".55" stroke-width="2"/>
  </svg>`;
}

/** The largest size that fits in three lines; a title that is still too long is cut with an ellipsis. */
function fitTitle(title: string): { lines: string[]; style: TextStyle } {
  for (const size of [84, 72, 62, 54]) {
    const style = { font: display, size };
    const lines = wrapText(title, width - 2 * margin, style);
    if (lines.length <= 3) return { lines, style };
    if (size === 54) return { lines: [...lines.slice(0, 2), `${lines[2]}…`], style };
  }
  return { lines: [], style: { font: display, size: 54 } };
}

const definitions = `<defs>
  <linearGradient id="gold" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe9b4"/><stop offset=".35" stop-color="#f3c660"/><stop offset=".7" stop-color="#d9a53a"/><stop offset="1" stop-color="#8f6219"/></linearGradient>
  <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0d0b0a" stop-opacity=".05"/><stop offset=".35" stop-color="#0d0b0a" stop-opacity=".35"/><stop offset=".7" stop-color="#0d0b0a" stop-opacity=".86"/><stop offset="1" stop-color="#0d0b0a" stop-opacity=".96"/></linearGradient>
  <linearGradient id="rule"><stop offset="0" stop-color="#f3c660"/><stop offset=".6" stop-color="#d9a53a" stop-opacity=".5"/><stop offset="1" stop-color="#d9a53a" stop-opacity="0"/></linearGradient>
</defs>`;

const keepPath =
  'M8 56V32h5v-6h5v6h4V17h-3V8h6v5h4.5V8h5v5H39V8h6v9h-3v15h4v-6h5v6h5v24H40V46a8 8 0 0 0-16 0v10z';
const keep = `<path d="${keepPath}M6 56h52v4H6z" fill="url(#gold)"/><path d="M28 30v-6a4 4 0 0 1 8 0v6z" fill="#3a2609"/>`;

const nightSky = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#14110f"/><stop offset=".6" stop-color="#241a16"/><stop offset="1" stop-color="#3a2318"/></linearGradient>
    <radialGradient id="embers" cx=".82" cy=".92" r=".75"><stop offset="0" stop-color="#e8642c" stop-opacity=".6"/><stop offset=".45" stop-color="#a84a1c" stop-opacity=".25"/><stop offset="1" stop-color="#e8642c" stop-opacity="0"/></radialGradient>
    <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f3c660" stop-opacity=".3"/><stop offset="1" stop-color="#8f6219" stop-opacity=".06"/></linearGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#sky)"/>
  <rect width="${width}" height="${height}" fill="url(#embers)"/>
  <path d="M0 470 150 430 330 476 520 418 700 470 880 430 1200 486V630H0z" fill="#0d0b0a" opacity=".5"/>
  <g transform="translate(708 36) scale(7.4)"><path d="${keepPath}" fill="url(#wall)"/><path d="M28 30v-6a4 4 0 0 1 8 0v6z" fill="#ffb751" opacity=".5"/></g>
  <path d="M0 540 220 505 480 548 760 502 1000 540 1200 516V630H0z" fill="#0d0b0a" opacity=".8"/>
</svg>`;
