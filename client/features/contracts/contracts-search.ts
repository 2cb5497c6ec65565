import { defineSearch, oneOf, optional, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { site } from '#client/lib/site.ts';
import type { Contract } from '#shared/endpoints/contracts.ts';

export const contractsSearch = defineSearch({
  skill: optional((value) => site.skills.find((skill) => skill === value)),
  type: oneOf<Contract['type']>(['Gather', 'Delivery']),
  q: text(),
});
export type ContractsFilter = Pick<SearchOf<typeof contractsSearch>, 'skill' | 'type' | 'q'>;
