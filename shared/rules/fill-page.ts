/** Placeholders for names that may change, which an owner can write in a page. */
export const pagePlaceholders = [
  'site',
  'contact',
  'coin',
  'coins',
  'coinsShort',
  'store',
] as const;
export type PageValues = Record<(typeof pagePlaceholders)[number], string>;

const placeholder = new RegExp(String.raw`\{(${pagePlaceholders.join('|')})\}`, 'g');

/** In one pass, so that a value that looks like a placeholder stays what it is. */
export function fillPlaceholders(text: string, values: PageValues): string {
  return text.replaceAll(placeholder, (_, name: keyof PageValues) => values[name]);
}

/** The same for HTML: values stay text. */
export function fillHtml(html: string, values: PageValues): string {
  const escaped = Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]);
  return fillPlaceholders(html, Object.fromEntries(escaped) as PageValues);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
