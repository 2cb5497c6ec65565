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
export function nameFromBase37(digits: string): string {
  let name = '';
  for (let rest = BigInt(digits); rest > 0n; rest /= 37n) {
    name = characters.charAt(Number(rest % 37n)) + name;
  }
  return name;
}
