import type { Deps } from '#server/deps.ts';
import type { Parsed } from '#shared/endpoint.ts';
import type { HiscoresPage, HiscoresRow, readOverallPage } from '#shared/endpoints/hiscores.ts';
import { escapeHtml } from '#shared/rules/fill-page.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { findRankedPlayer } from './hiscores.db.ts';
import { getHiscoresPage } from './hiscores.service.ts';
import { getSkills, namesOfLists } from './skills.service.ts';

/** overall.ws, which trackers scrape: rows by class, values by position and line breaks, the player by the colour. */
type Query = Parsed<(typeof readOverallPage)['query'], never>;

/** Undefined if the table does not exist: a skill or an activity that this game does not have. */
export async function findOverallPage(
  deps: Pick<Deps, 'db' | 'live'>,
  query: Query,
): Promise<HiscoresPage | undefined> {
  const lists = namesOfLists(await getSkills(deps));
  const skill = query.category_type === 0 ? lists[query.table] : undefined;
  if (!skill) return undefined;
  const rank = query.user ? await findRank(deps, query.user, query.table) : query.rank;
  const page = rank ? Math.ceil(rank / hiscoresPageSize) : query.page;
  return getHiscoresPage(deps, { skill, page });
}

async function findRank({ db }: Pick<Deps, 'db'>, user: string, table: number) {
  const player = await findRankedPlayer(db, toUsernameKey(user));
  return player?.ranks[table] ?? undefined;
}

export function renderOverallPage(
  page: HiscoresPage | undefined,
  { user = '', table }: Query,
): string {
  const key = toUsernameKey(user);
  const isWanted = ({ username }: HiscoresRow) => key !== '' && toUsernameKey(username) === key;
  const rows = page?.players ?? [];
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
<tr><th></th><th class="right">Rank</th><th class="left">Name</th><th>Level</th><th class="right">XP</th></tr>
</thead>
<tbody>
${rows.map((row) => renderRow(row, isWanted(row))).join('')}</tbody>
</table>
${renderPager(page, table)}</body>
</html>
`;
}

/**
 * Trackers of 2026 skip the first cell, older ones read only `td`: so it is an empty `th`. The former find the name of
 * the marked row in its link, the latter in the second span of that colour.
 */
function renderRow({ rank, username, level, experience }: HiscoresRow, isMarked: boolean): string {
  const mark = (text: string) => (isMarked ? `<span style="color:#AA0022;">${text}</span>` : text);
  const cell = (value: number) => mark(Math.floor(value).toLocaleString('en'));
  const link = `hiscorepersonal?user1=${encodeURIComponent(username)}`;
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
<td>
${cell(level ?? 0)}
</td>
<td class="right">
${cell(experience)}
</td>
</tr>
`;
}

function renderPager(page: HiscoresPage | undefined, table: number): string {
  const link = (direction: 'up' | 'down', to: number) =>
    `<a class="personal-hiscores__pagination-arrow personal-hiscores__pagination-arrow--${direction}" href="overall.ws?table=${table}&amp;page=${to}">${direction === 'up' ? 'Previous' : 'Next'} page</a>\n`;
  if (!page) return '';
  const previous = page.page > 1 ? link('up', page.page - 1) : '';
  const next = page.page < page.pages ? link('down', page.page + 1) : '';
  return `<nav class="personal-hiscores__pagination">\n${previous}${next}</nav>\n`;
}
