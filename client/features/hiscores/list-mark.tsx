import type { ComponentProps } from 'react';

import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';

import { useCounter } from './use-lists.ts';

type Props = Omit<ComponentProps<typeof SkillIcon>, 'skill' | 'labelled'> & { list: string };

/** The icon of a skill or a counter. */
export function ListMark({ list, size = 'sm', className }: Props) {
  const counter = useCounter(list);
  return counter ? (
    <ListIcon name={counter.icon} size={size} className={className} />
  ) : (
    <SkillIcon skill={list} size={size} className={className} />
  );
}
