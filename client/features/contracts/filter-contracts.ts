import type { Contract } from '#shared/endpoints/contracts.ts';

import type { ContractsFilter } from './contracts-search.ts';

export function filterContracts(
  contracts: readonly Contract[],
  { skill, type, q = '' }: ContractsFilter,
): Contract[] {
  const query = q.trim().toLowerCase();
  return contracts.filter(
    (contract) =>
      (!skill || contract.skill === skill) &&
      (!type || contract.type === type) &&
      `${contract.name} ${contract.npcName} ${contract.itemId}`.toLowerCase().includes(query),
  );
}
