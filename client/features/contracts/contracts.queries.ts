import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { Edited } from '#client/lib/search.ts';
import type { Contract, ContractDraft, ContractFile } from '#shared/contracts.ts';

export const contractsQuery = read('admin', 'GET /api/admin/contracts', {});

export async function saveContract(
  edited: Edited<Contract>,
  draft: ContractDraft,
): Promise<Contract> {
  const saved = await send(edited, draft);
  await invalidate();
  return saved;
}

function send(edited: Edited<Contract>, draft: ContractDraft): Promise<Contract> {
  if (edited.kind === 'new') return call('POST /api/admin/contracts', { body: draft });
  const { id, version } = edited.item;
  if (edited.kind === 'copy')
    return call('POST /api/admin/contracts', { body: { ...draft, copyOf: id } });
  return call('PUT /api/admin/contracts/{id}', {
    params: { id: String(id) },
    body: { ...draft, version },
  });
}

export async function enableContract(id: number, enabled: boolean): Promise<void> {
  await call('PATCH /api/admin/contracts/{id}', { params: { id: String(id) }, body: { enabled } });
  await invalidate();
}

export async function deleteContract(id: number): Promise<void> {
  await call('DELETE /api/admin/contracts/{id}', { params: { id: String(id) } });
  await invalidate();
}

export async function importContracts(
  file: ContractFile,
  mode: 'add' | 'replace',
): Promise<{ added: number; removed: number }> {
  const done = await call('POST /api/admin/contracts/import', { body: { ...file, mode } });
  await invalidate();
  return done;
}

function invalidate(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: contractsQuery.queryKey });
}
