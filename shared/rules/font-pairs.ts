/**
 * The fonts of headings, texts and controls. Classic is the design's own, which the site ships. The others
 * are fonts that readers have, so a page with them loads no font at all. The families "… on …" are in
 * client/styles/fonts.css: they make fonts of the system as wide and high as ours, so nothing overflows.
 */
export const fontPairs = ['classic', 'modern', 'bookish'] as const;
export type FontPair = (typeof fontPairs)[number];

type Stacks = { display: string; body: string; sans: string };

const modern =
  "'Alegreya Sans on Arial','Alegreya Sans on Roboto','Alegreya Sans on Noto','Alegreya Sans on DejaVu',sans-serif";
const bookish =
  "'Iowan Old Style','Palatino Linotype',Palatino,'Alegreya on Times','Alegreya on Noto','Alegreya on DejaVu',serif";

export const fontStacks: Record<Exclude<FontPair, 'classic'>, Stacks> = {
  modern: { display: modern, body: modern, sans: modern },
  bookish: { display: bookish, body: bookish, sans: modern },
};
