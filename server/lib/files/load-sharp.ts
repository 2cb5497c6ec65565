/** Loaded with the first picture, because most server runs never need it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Uploads are rare and all different, so sharp's operation cache would only use memory.
  sharp.cache(false);
  return sharp;
}
