/** Classic is the design's own. The others are fonts that readers have; "… on …" are in client/styles/fonts.css. */
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
