import type { OutlineFont } from './preview-font.ts';

/** Text is drawn as outlines, so that it does not depend on the fonts of the machine. */
export type TextStyle = { font: OutlineFont; size: number; letterSpacing?: number };

export function measureText(text: string, { font, size, letterSpacing = 0 }: TextStyle): number {
  let units = 0;
  eachGlyph(text, font, (advance) => {
    units += advance + letterSpacing;
  });
  return (units * size) / 1000;
}

/** Draws one line; its baseline starts at x and y. Characters that the font lacks are left out. */
export function drawText(
  text: string,
  at: { x: number; y: number; fill: string },
  style: TextStyle,
): string {
  const { font, size, letterSpacing = 0 } = style;
  const scale = size / 1000;
  let pen = 0;
  let glyphs = '';
  eachGlyph(text, font, (advance, path) => {
    if (path) glyphs += `<path transform="translate(${pen})" d="${path}"/>`;
    pen += advance + letterSpacing;
  });
  return `<g fill="${at.fill}" transform="translate(${at.x} ${at.y}) scale(${scale})">${glyphs}</g>`;
}

export function wrapText(text: string, width: number, style: TextStyle): string[] {
  const lines: string[] = [];
  const words = text.split(/\s+/).filter((word) => measureText(word, style) > 0);
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measureText(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(...breakWord(word, width, style));
  }
  return lines;
}

/** Breaks a word that is wider than the line. */
function breakWord(word: string, width: number, style: TextStyle): string[] {
  const parts = [''];
  for (const letter of word) {
    const longer = (parts.at(-1) ?? '') + letter;
    if (parts.at(-1) === '' || measureText(longer, style) <= width)
      parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

function eachGlyph(
  text: string,
  font: OutlineFont,
  visit: (advance: number, path: string) => void,
): void {
  const letters = Array.from(text.normalize('NFC')).filter((letter) => font.glyphs[letter]);
  for (const [index, letter] of letters.entries()) {
    const [advance, path] = font.glyphs[letter] ?? [0, ''];
    visit(advance + (font.kerning[letter + (letters[index + 1] ?? '')] ?? 0), path);
  }
}
