import { formatUsername } from '#shared/rules/usernames.ts';

const tones = ['gold', 'moss', 'ember', 'sky', 'blood', 'neutral'] as const;

/** `WM` for Wyn Mod, `M` for Marrow. */
export function initialsOf(username: string): string {
  const words = formatUsername(username).split(/[\s_-]+/);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
}

/** A player has the same colour everywhere. */
export function toneOf(username: string): (typeof tones)[number] {
  let sum = 0;
  for (const letter of username.toLowerCase()) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return tones[sum % tones.length]!;
}
