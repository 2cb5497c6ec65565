import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import type { PageDescription } from '#server/lib/pages/page-registry.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import { queryKey } from '#shared/query-key.ts';
import { overall } from '#shared/rules/skills.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';
import { formatExperience } from '#shared/rules/xp.ts';
import { readId } from '#shared/schemas.ts';

import { getPlayerGains } from './gains.service.ts';
import { compareHiscores, getHiscoresPage, getPlayer, toRecord } from './hiscores.service.ts';
import { getLists } from './lists.service.ts';
import { getHiscoreLists, getSeason, listSeasons } from './seasons.service.ts';
import { namesOfLists } from './skills.service.ts';

export function describeHiscoresPages(context: FeatureContext): void {
  describeSeasonPages(context);
  const { pages, deps } = context;
  pages.addAddresses([], async () => [{ path: '/hiscores' }]);

  pages.describe('/hiscores', async ({ query }) => {
    const { data = [], ...description } = await describeView(deps, query);
    const lists = await getHiscoreLists(deps);
    return {
      ...description,
      data: [...data, firstRead(queryKey('site', 'GET /api/hiscores/lists', {}), lists)],
    };
  });
}

function describeView(deps: Deps, query: Record<string, string>): Promise<PageDescription> {
  const [a, b] = readNames(`${query.compare ?? ''},${query.with ?? ''}`);
  if (a && b) return describeComparison(deps, a, b);
  const [player] = readNames(query.player);
  return player ? describePlayer(deps, player) : describeList(deps, query);
}

function describeSeasonPages({ pages, deps }: FeatureContext): void {
  pages.addAddresses(['site'], async () => {
    const seasons = await listSeasons(deps);
    return seasons.map(({ id }) => ({ path: `/hiscores/seasons/${id}` }));
  });

  pages.describe('/hiscores/seasons/$id', async ({ params, query }) => {
    const id = params.id ?? '';
    const skill = query.skill ?? overall;
    const page = Math.min(20, Math.max(1, Math.trunc(Number(query.page)) || 1));
    const answer = await getSeason(deps, readId(id), { skill, page });
    const { season, winners } = answer;
    const best = winners.map(({ username }) => username).join(', ');
    const input = { params: { id }, query: { skill, page } };
    return {
      title: season.name,
      description: best ? `The best of ${season.name}: ${best}.` : `${season.name} has begun.`,
      canonical: `/hiscores/seasons/${season.id}`,
      data: [firstRead(queryKey('hiscores', 'GET /api/hiscores/seasons/{id}', input), answer)],
    };
  });
}

/** The client's router quotes values that look like numbers. */
function readNames(text = ''): string[] {
  return text
    .replaceAll('"', '')
    .split(',')
    .map((name) => name.trim().slice(0, 40))
    .filter(Boolean);
}

async function describeList(deps: Deps, query: Record<string, string>): Promise<PageDescription> {
  const { skills, counters, modes } = await getLists(deps);
  const names = [...namesOfLists(skills), ...counters.map(({ name }) => name)];
  const skill = names.find((one) => one.toLowerCase() === query.skill?.toLowerCase()) ?? overall;
  const page = Math.min(99_999_999, Math.max(1, Math.trunc(Number(query.page)) || 1));
  const mode = modes.find(({ key }) => key === query.mode);
  const list = await getHiscoresPage(deps, { skill, page, mode: mode?.key });
  const { name } = await deps.brand.read();
  const title = [mode?.name, skill, 'Hiscores'].filter(Boolean).join(' ');
  const best = list.players.slice(0, 3).map(({ username }) => username);
  const search = new URLSearchParams({
    ...(skill !== overall && { skill }),
    ...(mode && { mode: mode.key }),
    ...(page > 1 && { page: String(page) }),
  });
  return {
    title: skill === overall && !mode ? 'Hiscores' : title,
    description:
      best.length > 0
        ? `${title} of ${name}: ${best.join(', ')} and ${list.total.toLocaleString('en')} players in all.`
        : `${title} of ${name}.`,
    canonical: search.size > 0 ? `/hiscores?${search}` : '/hiscores',
    data: [
      firstRead(
        queryKey('hiscores', 'GET /api/hiscores', {
          query: { skill, page: String(page), ...(mode && { mode: mode.key }) },
        }),
        list,
      ),
    ],
  };
}

async function describePlayer(deps: Deps, name: string): Promise<PageDescription> {
  const player = await getPlayer(deps, name);
  const record = toRecord(player, await getLists(deps));
  const rank = record.rank ? `Rank ${record.rank.toLocaleString('en')}` : 'Not ranked';
  const input = { params: { username: toUsernameKey(name) } };
  const path = `/og/player/${encodeURIComponent(player.nameKey)}.png`;
  return {
    title: `${record.username}'s Stats`,
    description: `${rank}, total level ${record.totalLevel.toLocaleString('en')}, ${formatExperience(record.totalExp)} experience.`,
    canonical: `/hiscores?${new URLSearchParams({ player: record.username })}`,
    type: 'profile',
    image: { path, width: 1200, height: 630, alt: `${record.username}'s Stats` },
    data: [
      firstRead(queryKey('hiscores', 'GET /api/hiscores/user/{username}', input), record),
      firstRead(
        queryKey('hiscores', 'GET /api/hiscores/user/{username}/gains', input),
        await getPlayerGains(deps, name),
      ),
    ],
  };
}

async function describeComparison(deps: Deps, a: string, b: string): Promise<PageDescription> {
  const comparison = await compareHiscores(deps, { a, b });
  const [first, second] = comparison.players;
  const query = { a: toUsernameKey(a), b: toUsernameKey(b) };
  return {
    title: `Comparing ${first.username} vs ${second.username}`,
    description: `${formatUsername(first.username)} has total level ${first.totalLevel.toLocaleString('en')}, ${formatUsername(second.username)} ${second.totalLevel.toLocaleString('en')}.`,
    canonical: `/hiscores?${new URLSearchParams({ compare: `${first.username},${second.username}` })}`,
    data: [firstRead(queryKey('hiscores', 'GET /api/hiscores/compare', { query }), comparison)],
  };
}
