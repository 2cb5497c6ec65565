/**
 * The price with this percent off: rounded down, in favour of the player, but at least 1 coin, and for a bundle of several
 * deliveries at least 1 coin for each (`leastPrice`). The SQL function sale_price does the same and decides.
 */
export function priceAfter(price: number, percent: number, leastPrice = 1): number {
  return Math.max(leastPrice, Math.floor((price * (100 - percent)) / 100));
}

/** Rounded down: a badge never promises more than it is. */
export function percentOff(fullPrice: number, price: number): number {
  return Math.floor((100 * (fullPrice - price)) / fullPrice);
}
