import type { Deps } from '#server/deps.ts';
import { listUpcoming } from '#server/features/events/events.service.ts';
import {
  getTotalLevel,
  searchByPrefix,
  searchBySimilarity,
} from '#server/features/hiscores/hiscores.service.ts';
import { listPublishedTitles } from '#server/features/news/news.service.ts';
import { listPageTitles } from '#server/features/own-pages/own-pages.service.ts';
import { listShopItems } from '#server/features/shop/items.service.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { HiscoresSuggestion } from '#shared/endpoints/hiscores.ts';
import type { searchSite, SiteResult } from '#shared/endpoints/search.ts';
import { isOver } from '#shared/endpoints/shop.ts';

type SearchDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'config'>;

/** Something with a title. `key` is what a search looks at. */
type Titled = { key: string; result: SiteResult; endsAt: string | null };

const maxPerKind = 5;
/** Only the newest. Sites have hundreds. */
const maxPosts = 5_000;

/**
 * Every part comes from the list that its own public page shows, so a search finds nothing that its reader could not
 * open. Titles are few and the same for everyone: each list is kept in memory until its topic changes. Answers are
 * not kept, because each letter that is typed is another query. Only the players, who may be a million, are looked
 * up in the database, by an index.
 */
export function createSiteSearch(deps: SearchDeps) {
  const lists = createTopicCache<Titled[]>(deps.live, 4);

  async function search(
    query: string,
    account: SessionAccount | undefined,
  ): Promise<Answer<typeof searchSite>> {
    const text = toKey(query);
    if (text === '') return { results: [], canCompare: false };
    const off: readonly string[] = await listFeaturesOff(deps);
    const hasPlayers = !off.includes('hiscores');
    const titled = await findTitled(text, { off, hasStore: account !== undefined });
    let players = hasPlayers ? await searchByPrefix(deps, query) : [];
    // For misspelt names. It takes many times as long.
    if (hasPlayers && players.length + titled.length === 0) {
      players = await searchBySimilarity(deps, query);
    }
    return {
      results: [...players.slice(0, maxPerKind).map(toPlayerResult), ...titled],
      canCompare:
        account !== undefined &&
        players.length > 0 &&
        (await getTotalLevel(deps.db, account.usernameKey)) > 0,
    };
  }

  async function findTitled(
    text: string,
    { off, hasStore }: { off: readonly string[]; hasStore: boolean },
  ): Promise<SiteResult[]> {
    const found = [
      await lists.get('posts', ['news'], () => listPosts(deps)),
      off.includes('events') ? [] : await lists.get('events', ['events'], () => listEvents(deps)),
      // The price is in the owner's word for coins.
      off.includes('shop') || !hasStore
        ? []
        : await lists.get('items', ['shop', 'site'], () => listItems(deps)),
      await lists.get('pages', ['site'], () => listPages(deps)),
    ];
    return found.flatMap((list) => findMatches(list, text));
  }

  return { search, close: lists.close };
}

async function listPosts(deps: SearchDeps): Promise<Titled[]> {
  const posts = await listPublishedTitles(deps, maxPosts);
  return posts.map(({ id, title, publishedAt }) =>
    toTitled({
      kind: 'post',
      id: String(id),
      label: title,
      at: publishedAt?.toISOString() ?? null,
    }),
  );
}

async function listEvents(deps: SearchDeps): Promise<Titled[]> {
  const events = await listUpcoming(deps);
  return events.map(({ id, title, dateTime }) =>
    toTitled({ kind: 'event', id, label: title, at: dateTime }),
  );
}

async function listItems(deps: SearchDeps): Promise<Titled[]> {
  const { coinsShort } = (await deps.brand.read()).words;
  const items = await listShopItems(deps);
  return items.map(({ id, name, price, endsAt }) => ({
    ...toTitled({
      kind: 'item',
      id,
      label: name,
      detail: `${price.toLocaleString('en')} ${coinsShort}`,
    }),
    endsAt,
  }));
}

async function listPages(deps: SearchDeps): Promise<Titled[]> {
  const titles = await listPageTitles(deps);
  return titles.map(({ path, title }) => toTitled({ kind: 'page', id: path, label: title }));
}

function toTitled(result: Pick<SiteResult, 'kind' | 'id' | 'label'> & Partial<SiteResult>): Titled {
  return { key: toKey(result.label), result: { detail: '', at: null, ...result }, endsAt: null };
}

/** Without accents and capitals. */
function toKey(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Titles that contain every word; those that begin with the text first, otherwise in the order of the list. */
function findMatches(list: readonly Titled[], text: string): SiteResult[] {
  const words = text.split(/\s+/);
  const found = list.filter(
    ({ key, endsAt }) =>
      words.every((word) => key.includes(word)) && !isOver({ endsAt }, Date.now()),
  );
  const first = found.filter(({ key }) => key.startsWith(text));
  return [...new Set([...first, ...found])].slice(0, maxPerKind).map(({ result }) => result);
}

function toPlayerResult({ username, totalLevel, mode }: HiscoresSuggestion): SiteResult {
  const detail = `Level ${totalLevel.toLocaleString('en')}`;
  return { kind: 'player', id: username, label: username, detail, at: null, ...(mode && { mode }) };
}
