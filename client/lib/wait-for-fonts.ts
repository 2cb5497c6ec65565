/** Hides the page until its inlined fonts are decoded: otherwise the first frame could be laid out in another font. */
export function waitForFonts(): void {
  const { documentElement, fonts } = document;
  const show = () => documentElement.classList.remove('fonts-pending');
  documentElement.classList.add('fonts-pending');
  const inlined = [...fonts].filter(({ display }) => display === 'block');
  void Promise.allSettled(inlined.map((font) => font.load())).then(show);
  // Decoding takes milliseconds. If a browser extension keeps it from ending, show the page anyway.
  setTimeout(show, 3000);
}
