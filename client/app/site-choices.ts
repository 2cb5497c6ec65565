import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { NavigateOptions } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';

import { useAllowed } from '#client/app/navigation.ts';
import type { PlainPath } from '#client/app/navigation.ts';
import {
  forgetRecent,
  readRecent,
  rememberResult,
} from '#client/features/search/recent-results.ts';
import type { RecentResult } from '#client/features/search/recent-results.ts';
import { siteSearchQuery } from '#client/features/search/search.queries.ts';
import { formatDay, formatShortDateTime } from '#client/lib/dates.ts';
import { useSession } from '#client/lib/session.ts';
import { useBrand, useSite } from '#client/lib/site.ts';
import { useWords } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import type { SiteResult } from '#shared/endpoints/search.ts';
import { isPageOf, pages } from '#shared/pages.ts';
import type { HeaderLink } from '#shared/rules/built-in-links.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import type { Choice, Found } from './palette-dialog.tsx';

type Kind = {
  group: string;
  icon: IconName;
  /** The page that it needs. */
  page: PlainPath;
  link: (id: string) => NavigateOptions;
};

const kinds: Record<SiteResult['kind'], Kind> = {
  player: { group: 'Players', icon: 'user', page: '/hiscores', link: toPlayer },
  post: { group: 'News', icon: 'news', page: '/news', link: toPost },
  event: { group: 'Events', icon: 'calendar', page: '/events', link: toEvent },
  item: { group: 'Store', icon: 'cart', page: '/shop', link: toItem },
  page: { group: 'Pages', icon: 'text', page: '/', link: (href) => ({ href }) },
};

type SitePage = { to: PlainPath; icon: IconName; isForVisitors?: true };

const sitePages: readonly SitePage[] = [
  { to: '/', icon: 'tower' },
  { to: '/play', icon: 'download' },
  { to: '/news', icon: 'news' },
  { to: '/events', icon: 'calendar' },
  { to: '/hiscores', icon: 'crown' },
  { to: '/polls', icon: 'poll' },
  { to: '/shop', icon: 'cart' },
  { to: '/profile/home', icon: 'user' },
  { to: '/profile/wallet', icon: 'coins' },
  { to: '/profile/settings', icon: 'settings' },
  { to: '/login', icon: 'key', isForVisitors: true },
  { to: '/register', icon: 'quill', isForVisitors: true },
  { to: '/api/docs', icon: 'server' },
];

/** Everyone can search these: the server's results, and the pages by their names. */
export function useSiteChoices(text: string): Found {
  const searched = useDeferredValue(text.trim());
  const query = useQuery({ ...siteSearchQuery(searched), enabled: searched !== '' });
  const { username, isLoggedIn } = useSession();
  const words = useWords();
  const recent = useRecentChoices();
  const pageChoices = usePageChoices(text.trim().toLowerCase());
  if (text.trim() === '') return { choices: [...recent, ...pageChoices], isSearching: false };
  const { results = [], canCompare = false } = searched === '' ? {} : (query.data ?? {});
  const isCurrent = searched === text.trim() && !query.isPlaceholderData;
  const canCompareWith = (name: string) =>
    isLoggedIn && canCompare && toUsernameKey(name) !== toUsernameKey(username);
  const found = keepMatching(results, text, isCurrent).map((result): Choice => ({
    ...toChoice(result, words),
    detail: describe(result),
    mode: result.mode,
    onOpen: () => rememberResult(result),
    ...(result.kind === 'player' &&
      canCompareWith(result.id) && {
        second: {
          label: 'Compare with me',
          link: linkOptions({ to: '/hiscores', search: { compare: `${username},${result.id}` } }),
        },
      }),
  }));
  // The owner's pages continue the group of the others.
  const ownPages = found.filter(({ group }) => group === kinds.page.group);
  return {
    choices: [...found.filter((one) => !ownPages.includes(one)), ...pageChoices, ...ownPages],
    isSearching: query.isFetching || searched !== text.trim(),
    problem: query.error?.message,
  };
}

/** Until the answer for this text arrives, Enter must not open what only the text before it found. */
export function keepMatching<T extends { label: string }>(
  results: readonly T[],
  text: string,
  isCurrent: boolean,
): readonly T[] {
  const key = text.trim().toLowerCase();
  return isCurrent ? results : results.filter(({ label }) => label.toLowerCase().includes(key));
}

function toChoice({ kind, id, label }: RecentResult, { storeLink }: Words): Choice {
  const { icon, link } = kinds[kind];
  const group = kind === 'item' ? storeLink : kinds[kind].group;
  return { key: `site ${kind} ${id}`, group, icon, label, detail: '', open: link(id) };
}

function describe({ kind, detail, at }: SiteResult): string {
  if (at === null) return detail;
  return kind === 'event' ? formatShortDateTime(at) : formatDay(at);
}

function usePageChoices(key: string): Choice[] {
  const { builtInLinks, words } = useBrand();
  const { isLoggedIn } = useSession();
  const named = useAllowed(sitePages).flatMap(({ to, icon, isForVisitors }) => {
    // The owner may have renamed or hidden its link.
    const own = builtInLinks.header[to as HeaderLink];
    if (own === null || (isForVisitors && isLoggedIn)) return [];
    const title = to === '/shop' ? words.storeLink : (pages[to].title ?? 'Home');
    return { to, icon, label: own ?? title };
  });
  return named
    .filter(({ label }) => label.toLowerCase().includes(key))
    .map(({ to, icon, label }) => ({
      key: `page ${to}`,
      group: kinds.page.group,
      icon,
      label,
      detail: '',
      open: { to },
    }));
}

/** Not what the reader can no longer open: after a log-out, or because a feature was switched off. */
function useRecentChoices(): Choice[] {
  const [recent, setRecent] = useState(readRecent);
  const { isLoggedIn } = useSession();
  const { featuresOff } = useSite();
  const words = useWords();
  const left = recent.filter(({ kind }) => {
    const { page } = kinds[kind] ?? {};
    return page && !isPageOf(featuresOff, page) && (isLoggedIn || !pages[page].requiresLogin);
  });
  if (left.length === 0) return [];
  const group = 'Recent';
  const clear: Choice = {
    key: 'clear recent',
    group,
    icon: 'trash',
    label: 'Clear Recent Searches',
    detail: '',
    open: () => {
      forgetRecent();
      setRecent([]);
    },
  };
  const choices = left.map((one): Choice => {
    const choice = toChoice(one, words);
    return {
      ...choice,
      key: `recent ${choice.key}`,
      group,
      icon: 'clock',
      detail: choice.group,
      onOpen: () => rememberResult(one),
    };
  });
  return [...choices, clear];
}

function toPlayer(player: string): NavigateOptions {
  return linkOptions({ to: '/hiscores', search: { player } });
}

function toPost(id: string): NavigateOptions {
  return linkOptions({ to: '/news/$id', params: { id } });
}

function toEvent(event: string): NavigateOptions {
  return linkOptions({ to: '/events', search: { event } });
}

function toItem(id: string): NavigateOptions {
  return linkOptions({ to: '/shop', hash: `item-${id}` });
}
