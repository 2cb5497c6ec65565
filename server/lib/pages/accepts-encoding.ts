/** Named, or by `*`, and not with quality 0. Without the header clients expect plain bytes. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: string): boolean {
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()));
  const found = offers.find(([name]) => name === encoding) ?? offers.find(([name]) => name === '*');
  return found !== undefined && !found.slice(1).some((part) => /^q\s*=\s*0(?:\.0*)?$/.test(part));
}
