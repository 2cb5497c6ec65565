import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import {
  createContract,
  deleteContract,
  enableContract,
  importContracts,
  listContracts,
  updateContract,
} from '#shared/contracts.ts';
import type { Contract, ContractDraft, ContractFile } from '#shared/contracts.ts';

export const contractsQuery = queryOptions({
  queryKey: ['admin', 'contracts'],
  queryFn: ({ signal }) => call(listContracts, {}, { signal }),
});

/** What is being written: a new contract, a copy of one, or one that is there. */
export type Edited = { kind: 'new' } | { kind: 'copy' | 'edit'; contract: Contract };

export async function saveContract(edited: Edited, draft: ContractDraft): Promise<Contract> {
  const saved = await send(edited, draft);
  await readAgain();
  return saved;
}

function send(edited: Edited, draft: ContractDraft): Promise<Contract> {
  if (edited.kind === 'new') return call(createContract, { body: draft });
  const { id, version } = edited.contract;
  if (edited.kind === 'copy') return call(createContract, { body: { ...draft, copyOf: id } });
  return call(updateContract, { params: { id: String(id) }, body: { ...draft, version } });
}

export async function switchContract(id: number, enabled: boolean): Promise<void> {
  await call(enableContract, { params: { id: String(id) }, body: { enabled } });
  await readAgain();
}

export async function removeContract(id: number): Promise<void> {
  await call(deleteContract, { params: { id: String(id) } });
  await readAgain();
}

export async function bringIn(
  file: ContractFile,
  mode: 'add' | 'replace',
): Promise<{ added: number; removed: number }> {
  const done = await call(importContracts, { body: { ...file, mode } });
  await readAgain();
  return done;
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: contractsQuery.queryKey });
}
