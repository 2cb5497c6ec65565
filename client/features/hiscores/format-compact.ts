const format = new Intl.NumberFormat('en', { notation: 'compact' });

/** `1.2K`. */
export function formatCompact(count: number): string {
  return format.format(Math.floor(count));
}
