import { defineSearch, oneOf, optional, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import type { Contract } from '#shared/endpoints/contracts.ts';
import type { SiteInfo } from '#shared/site.ts';

export function contractsSearch(getSite: () => SiteInfo) {
  return defineSearch({
    skill: optional((value) => getSite().skills.find((skill) => skill === value)),
    type: oneOf<Contract['type']>(['Gather', 'Delivery']),
    q: text(),
  });
}
export type ContractsFilter = SearchOf<ReturnType<typeof contractsSearch>>;
