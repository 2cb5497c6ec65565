import { defineSearch, editorParams, oneOf, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import type { Contract } from '#shared/contracts.ts';
import { skills } from '#shared/skills.ts';

export const contractsSearch = defineSearch({
  ...editorParams,
  skill: oneOf(skills.filter((skill) => skill !== 'Overall')),
  type: oneOf<Contract['type']>(['Gather', 'Delivery']),
  q: text(),
});
export type ContractsFilter = Pick<SearchOf<typeof contractsSearch>, 'skill' | 'type' | 'q'>;
