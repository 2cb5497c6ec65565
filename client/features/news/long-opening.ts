/** A drop cap is three lines high: after a shorter paragraph it would stand in the next block. */
export function hasLongOpening(html: string): boolean {
  const [, opening = ''] = /^\s*<p>(.*?)<\/p>/s.exec(html) ?? [];
  return opening.replaceAll(/<[^>]*>/g, '').length >= 200;
}
