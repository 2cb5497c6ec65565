import { defineSearch, optional, pageNumber, text } from '#client/lib/search.ts';
import type { Param } from '#client/lib/search.ts';
import { overall } from '#shared/rules/skills.ts';
import type { SiteInfo } from '#shared/site.ts';

/**
 * /hiscores?skill=Attack&page=2 is a list. With `player` or `compare=Marrow,Old Nite` it is another
 * view, which keeps skill and page, so Back to Hiscores returns to the same list.
 */
export function hiscoresSearch(getSite: () => SiteInfo) {
  /** In any case: an address may be typed by hand. */
  const skill: Param<string> = {
    read: (value) =>
      getSite().skills.find((one) => one.toLowerCase() === String(value).toLowerCase()),
    fallback: overall,
  };
  return defineSearch({
    skill,
    page: pageNumber(99_999_999),
    player: optional(cutName),
    compare: text(),
    with: text(),
  });
}

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
