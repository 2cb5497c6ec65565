import { defineSearch, flag, matching, optional, pageNumber, text } from '#client/lib/search.ts';
import type { Param } from '#client/lib/search.ts';

const skill: Param<string> = { read: text(30).read, fallback: 'Overall' };

/**
 * /hiscores?skill=Attack&page=2 is a list, of all players or of a game mode. With `player` or
 * `compare=Marrow,Old Nite` it is another view, which keeps the list's parameters for Back to Hiscores.
 */
export const hiscoresSearch = defineSearch({
  /** A skill or a counter. The page looks it up in any case: an address may be typed by hand. */
  skill,
  page: pageNumber(99_999_999),
  mode: text(40),
  /** Gains in a period instead of totals: `week`, or `best-week` for the records. */
  period: matching(/^(best-)?(day|week|month|year)$/),
  /** Only players whom the reader follows. */
  followed: flag,
  /** The row to mark. */
  rank: matching(/^[1-9]\d{0,7}$/),
  player: optional(cutName),
  compare: text(),
  with: text(),
});

export const seasonSearch = defineSearch({ skill, page: pageNumber(20) });

/** The two players to compare. The form of the page sends the second one as `with` before the app runs. */
export function readPair(search: {
  compare: string | undefined;
  with: string | undefined;
}): [string, string] | undefined {
  const [a, b] = `${search.compare ?? ''},${search.with ?? ''}`.split(',').map(cutName);
  return a && b ? [a, b] : undefined;
}

function cutName(name: string): string {
  return name.trim().slice(0, 40);
}
