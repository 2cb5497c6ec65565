/** 1 to 12 characters, a letter or digit at both ends. ASCII only, so that look-alike names cannot be registered. */
export const usernamePattern = /^[A-Za-z0-9](?:[A-Za-z0-9 _-]{0,10}[A-Za-z0-9])?$/;

export const usernameRule =
  '1 to 12 letters, digits, spaces, _ or -, beginning and ending with a letter or digit.';

const reservedNames = new Set([
  'admin',
  'administrator',
  'moderator',
  'mod',
  'staff',
  'owner',
  'system',
  'support',
]);

/** `Iron Man`, `iron_man` and `IRON-MAN` are the same player, with the key `iron man`. */
export function toUsernameKey(username: string): string {
  return username
    .toLowerCase()
    .replaceAll(/[ _-]+/g, ' ')
    .trim();
}

export function formatUsername(username: string): string {
  return username.replaceAll(/(^|[ _-])([a-z])/g, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

export function isReservedName(username: string, siteName: string): boolean {
  const key = toUsernameKey(username);
  return reservedNames.has(key) || key === toUsernameKey(siteName);
}
