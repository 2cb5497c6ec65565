/**
 * A plain script in the head, run once the style sheets have loaded and before the body is parsed
 * (vite.config.ts). Fonts inside a style sheet (font-display: block) are there by then, but browsers
 * decode them in the background: without this wait, the first frame could be laid out in another font
 * and then move.
 */
function waitForFonts(): void {
  const { documentElement, fonts } = document;
  const show = () => documentElement.classList.remove('fonts-pending');
  documentElement.classList.add('fonts-pending');
  const inside = [...fonts].filter(({ display }) => display === 'block');
  void Promise.allSettled(inside.map((font) => font.load())).then(show);
  // Decoding takes milliseconds. If a browser extension keeps it from ending, show the page anyway.
  setTimeout(show, 3000);
}

waitForFonts();
