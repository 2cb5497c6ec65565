import { toUsernameKey, usernamePattern } from '#shared/usernames.ts';

// The game writes names in lower case with underscores, but keeps double separators: it treats
// `iron_ada` and `iron__ada` as two players, while the website has one account for both. So exactly one
// spelling may enter the game.

/** The only spelling under which an account may enter the game: `Iron Ada` enters as `iron_ada`. */
export function toGameName(name: string): string {
  return toUsernameKey(name).replaceAll(' ', '_');
}

export function isGameName(name: string): boolean {
  return usernamePattern.test(name) && name === toGameName(name);
}

const characters = '_abcdefghijklmnopqrstuvwxyz0123456789';

/** The friend channel sends a name as a number in base 37, written in decimal digits. */
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
