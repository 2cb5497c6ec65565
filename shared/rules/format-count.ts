/** `1,250`, of a whole number. Not toLocaleString: its first call of a page is slow. */
export function formatNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 player`, `1,250 players`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
