import { contractTypes } from '#shared/bridge.ts';
import { contractSkills } from '#shared/contracts.ts';
import type { Contract } from '#shared/contracts.ts';

export type ContractsSearch = {
  kind: 'list' | 'new' | 'edit' | 'copy';
  id: number | undefined;
  skill: Contract['skill'] | undefined;
  type: Contract['type'] | undefined;
  text: string;
};

/** `?edit=new`, `?edit=7` or `?copy=7`, and the filters of the list. */
export function readContractsSearch(search: Record<string, unknown>): ContractsSearch {
  const edit = readId(search['edit']);
  const copy = readId(search['copy']);
  return {
    kind: search['edit'] === 'new' ? 'new' : edit ? 'edit' : copy ? 'copy' : 'list',
    id: edit ?? copy,
    skill: contractSkills.find((skill) => skill === search['skill']),
    type: contractTypes.find((type) => type === search['type']),
    text: typeof search['q'] === 'string' ? search['q'] : '',
  };
}

export type ListSearch = Pick<ContractsSearch, 'skill' | 'type' | 'text'>;

export function toListSearch({ skill, type, text }: ListSearch) {
  return { ...(skill && { skill }), ...(type && { type }), ...(text && { q: text }) };
}

export function filterContracts(
  contracts: readonly Contract[],
  { skill, type, text }: ListSearch,
): Contract[] {
  const query = text.trim().toLowerCase();
  return contracts.filter(
    (contract) =>
      (!skill || contract.skill === skill) &&
      (!type || contract.type === type) &&
      `${contract.name} ${contract.npcName} ${contract.itemId}`.toLowerCase().includes(query),
  );
}

function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
