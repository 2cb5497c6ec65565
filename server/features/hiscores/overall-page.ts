import type { Deps } from '#server/deps.ts';
import type { Parsed } from '#shared/endpoint.ts';
import type { HiscoresPage, HiscoresRow, readOverallPage } from '#shared/endpoints/hiscores.ts';
import { escapeHtml } from '#shared/rules/fill-page.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { findPlace } from './hiscores.db.ts';
import { getHiscoresPage } from './hiscores.service.ts';
import { getLists, numberOfList, numberOfMode } from './lists.service.ts';
import { namesOfLists } from './skills.service.ts';

/** overall.ws, which trackers scrape: rows by class, values by position and line breaks, the player by the colour. */
type Query = Parsed<(typeof readOverallPage)['query'], never>;

/** Undefined if the table does not exist: a skill or a counter that this game does not have. */
export async function findOverallPage(
  deps: Pick<Deps, 'db' | 'live'>,
  { table, category_type: category, user, rank, page }: Query,
  mode?: string,
): Promise<HiscoresPage | undefined> {
  const lists = await getLists(deps);
  const counters = lists.counters.map(({ name }) => name);
  const skill = [namesOfLists(lists.skills), counters][category]?.[table];
  if (!skill) return undefined;
  const place = user
    ? await findPlace(deps.db, toUsernameKey(user), {
        skill: numberOfList(lists, skill),
        mode: numberOfMode(lists, mode),
      })
    : rank;
  const wanted = place ? Math.ceil(place / hiscoresPageSize) : page;
  return getHiscoresPage(deps, { skill, page: wanted, mode });
}

export function renderOverallPage(
  page: HiscoresPage | undefined,
  { user = '', ...query }: Query,
): string {
  const key = toUsernameKey(user);
  const isWanted = ({ username }: HiscoresRow) => key !== '' && toUsernameKey(username) === key;
  const rows = page?.players ?? [];
  // Only the list of all players has the address of a player beside it.
  const folder = page?.mode ? '/m=hiscore_oldschool/' : '';
  const skill = escapeHtml(page?.skill ?? 'Unknown');
  const isMissing = key !== '' && !rows.some(isWanted);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${skill} Hiscores</title>
</head>
<body>
${isMissing ? `<p>No player "${escapeHtml(user)}" found</p>\n` : ''}<table>
<caption>
${skill}
Hiscores
</caption>
<thead>
<tr><th></th><th class="right">Rank</th><th class="left">Name</th>${query.category_type === 1 ? '<th class="right">Score</th>' : '<th>Level</th><th class="right">XP</th>'}</tr>
</thead>
<tbody>
${rows.map((row) => renderRow(row, { isMarked: isWanted(row), folder })).join('')}</tbody>
</table>
${renderPager(page, query)}</body>
</html>
`;
}

/**
 * Trackers of 2026 skip the first cell, older ones read only `td`: so it is an empty `th`. The former find the name of
 * the marked row in its link, the latter in the second span of that colour.
 */
function renderRow(
  { rank, username, level, experience }: HiscoresRow,
  { isMarked, folder }: { isMarked: boolean; folder: string },
): string {
  const mark = (text: string) => (isMarked ? `<span style="color:#AA0022;">${text}</span>` : text);
  const cell = (value: number) => mark(Math.floor(value).toLocaleString('en'));
  const link = `${folder}hiscorepersonal?user1=${encodeURIComponent(username)}`;
  const name = escapeHtml(username);
  const marker = isMarked ? `<span style="color:#AA0022;" hidden>${name}</span>` : '';
  return `<tr class="personal-hiscores__row${isMarked ? ' personal-hiscores__row--type-highlight' : ''}">
<th></th>
<td class="right">
${cell(rank)}
</td>
<td class="left">
<a href="${link}">${name}</a>${marker}
</td>
${level === null ? '' : `<td>\n${cell(level)}\n</td>\n`}<td class="right">
${cell(experience)}
</td>
</tr>
`;
}

function renderPager(
  page: HiscoresPage | undefined,
  { table, category_type: category }: Omit<Query, 'user'>,
): string {
  const kind = category === 0 ? '' : `&amp;category_type=${category}`;
  const link = (direction: 'up' | 'down', to: number) =>
    `<a class="personal-hiscores__pagination-arrow personal-hiscores__pagination-arrow--${direction}" href="overall.ws?table=${table}${kind}&amp;page=${to}">${direction === 'up' ? 'Previous' : 'Next'} page</a>\n`;
  if (!page) return '';
  const previous = page.page > 1 ? link('up', page.page - 1) : '';
  const next = page.page < page.pages ? link('down', page.page + 1) : '';
  return `<nav class="personal-hiscores__pagination">\n${previous}${next}</nav>\n`;
}
