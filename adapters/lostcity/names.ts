import { toUsernameKey, usernamePattern } from '#shared/rules/usernames.ts';

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
