import { change } from '#client/lib/change.ts';
import { read } from '#client/lib/read.ts';
import type { Edited } from '#client/lib/search.ts';
import type { Contract, ContractDraft } from '#shared/endpoints/contracts.ts';

export const contractsQuery = read('admin', 'GET /api/admin/contracts', {});

export function saveContract(
  { kind, item }: Edited<Contract>,
  draft: ContractDraft,
): Promise<Contract> {
  if (kind === 'edit') {
    const params = { id: String(item.id) };
    const body = { ...draft, version: item.version };
    return change('admin', 'PUT /api/admin/contracts/{id}', { params, body });
  }
  const body = item ? { ...draft, copyOf: item.id } : draft;
  return change('admin', 'POST /api/admin/contracts', { body });
}
