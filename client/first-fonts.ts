import { waitForFonts } from '#client/lib/wait-for-fonts.ts';

// A plain script in the head, run once the style sheets have loaded and before the body is parsed
// (vite.config.ts).
waitForFonts();
