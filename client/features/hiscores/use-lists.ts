import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { useSite } from '#client/lib/site.ts';
import type { HiscoreLists } from '#shared/endpoints/hiscore-lists.ts';
import { overall } from '#shared/rules/skills.ts';

import { listsQuery } from './hiscores.queries.ts';

type Counter = HiscoreLists['groups'][number]['counters'][number];

/** Overall and the skills, then the groups of counters. */
export function useListGroups(): { name: string; lists: string[] }[] {
  const { skills } = useSite();
  const groups = useQuery(listsQuery).data?.groups ?? [];
  return [
    { name: 'Skills', lists: [overall, ...skills] },
    ...groups.map(({ name, counters }) => ({ name, lists: counters.map((one) => one.name) })),
  ];
}

/** Undefined for a skill. */
export function useCounter(list: string): Counter | undefined {
  const { data } = useQuery(listsQuery);
  return data?.groups.flatMap(({ counters }) => counters).find(({ name }) => name === list);
}

/** The list that an address means, in its own spelling. Unknown ones mean Overall. */
export function useListName(wanted: string): string {
  const { isPending } = useQuery(listsQuery);
  const known = useListGroups()
    .flatMap(({ lists }) => lists)
    .find((name) => name.toLowerCase() === wanted.toLowerCase());
  return known ?? (isPending ? wanted : overall);
}

/** The part of the address that describes the list, which the other views keep. */
export function useListSearch() {
  const { skill, page, mode, period, followed, rank } = useSearch({ from: '/site/hiscores' });
  const isKnown = useSite().modes?.some(({ key }) => key === mode);
  return { skill, page, mode: isKnown ? mode : undefined, period, followed, rank };
}
