import { waitForFonts } from '#client/lib/wait-for-fonts.ts';

// vite.config.ts puts this in the head as a plain script. It runs after the style sheets have loaded
// and before the body is parsed.
waitForFonts();
