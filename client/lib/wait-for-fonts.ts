/**
 * Hides the page until the fonts inlined in its style sheets (font-display: block) are decoded.
 * Browsers decode them in the background: without this wait, the first frame could be laid out in
 * another font and then move.
 */
export function waitForFonts(): void {
  const { documentElement, fonts } = document;
  const show = () => documentElement.classList.remove('fonts-pending');
  documentElement.classList.add('fonts-pending');
  const inlined = [...fonts].filter(({ display }) => display === 'block');
  void Promise.allSettled(inlined.map((font) => font.load())).then(show);
  // Decoding takes milliseconds. If a browser extension keeps it from ending, show the page anyway.
  setTimeout(show, 3000);
}
