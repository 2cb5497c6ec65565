/** Longer words do not fit on a phone beside an icon and a number. */
const longWord = /\S{13,}/g;

/** Lets a long name of a skill, such as Dungeoneering, break in the middle where there is no room for it. */
export function breakName(name: string): string {
  return name.replace(longWord, (word) => {
    const half = Math.ceil(word.length / 2);
    return `${word.slice(0, half)}\u00AD${word.slice(half)}`;
  });
}
