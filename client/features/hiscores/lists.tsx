import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { useSite } from '#client/lib/site.ts';
import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import type { HiscoreLists } from '#shared/endpoints/hiscore-lists.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
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

export type ListSearch = ReturnType<typeof useListSearch>;

/** The part of the address that describes the list, which the other views keep. */
export function useListSearch() {
  const { skill, page, mode, period, followed, rank } = useSearch({ from: '/site/hiscores' });
  const isKnown = useSite().modes?.some(({ key }) => key === mode);
  return { skill, page, mode: isKnown ? mode : undefined, period, followed, rank };
}

/** The page of a list with this rank, and the row to mark. */
export function placeOf(rank: number | null): { page?: number; rank?: string } {
  if (rank === null) return {};
  return { page: Math.ceil(rank / hiscoresPageSize), rank: String(rank) };
}

/** Links to the list and page that this view was opened from. */
export function BackToList() {
  return (
    <BackLink to="/hiscores" search={useListSearch()}>
      Back to Hiscores
    </BackLink>
  );
}

type MarkProps = Omit<ComponentProps<typeof SkillIcon>, 'skill' | 'labelled'> & { list: string };

/** The icon of a skill or a counter. */
export function ListMark({ list, size = 'sm', className }: MarkProps) {
  const counter = useCounter(list);
  return counter ? (
    <ListIcon name={counter.icon} size={size} className={className} />
  ) : (
    <SkillIcon skill={list} size={size} className={className} />
  );
}

/** The options of a select: every list, in groups if there are counters. */
export function ListOptions() {
  const groups = useListGroups();
  return groups.map(({ name, lists }) => {
    const options = lists.map((list) => (
      <option key={list} value={list}>
        {list}
      </option>
    ));
    return groups.length === 1 ? (
      options
    ) : (
      <optgroup key={name} label={name}>
        {options}
      </optgroup>
    );
  });
}
