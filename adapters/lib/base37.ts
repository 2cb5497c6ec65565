// The games' protocol has names as numbers in base 37, also for friends.

const characters = '_abcdefghijklmnopqrstuvwxyz0123456789';

/** In decimal digits. */
export function toBase37(gameName: string): string {
  let sum = 0n;
  for (const letter of gameName) sum = sum * 37n + BigInt(characters.indexOf(letter));
  return sum.toString();
}

/** Returns `undefined` for a number that is not a name, such as one with an underscore at its end. */
export function fromBase37(digits: string): string | undefined {
  if (!/^\d{1,20}$/.test(digits)) return undefined;
  const number = BigInt(digits);
  if (number >= 37n ** 12n || number % 37n === 0n) return undefined;
  let name = '';
  for (let rest = number; rest > 0n; rest /= 37n) {
    name = characters.charAt(Number(rest % 37n)) + name;
  }
  return name;
}
