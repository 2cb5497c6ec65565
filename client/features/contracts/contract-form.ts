import * as z from 'zod/mini';

import { checkValues, toNumber } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { ContractDraft, ContractFile } from '#shared/endpoints/contracts.ts';

const numbers = new Set(['level', 'npcId', 'itemId', 'minAmount', 'maxAmount', 'weight']);

export function checkContract(fields: FormFields): Checked<ContractDraft> {
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    numbers.has(name) ? toNumber(value) : value,
  ]);
  return checkValues(ContractDraft, {
    ...Object.fromEntries(values),
    enabled: fields['enabled'] === 'on',
  });
}

type ReadFile = { file: ContractFile; problem?: never } | { file?: never; problem: string };

/** Accepts an export file or a plain array of contracts. */
export function readContractFile(text: string): ReadFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { problem: 'This file is not JSON.' };
  }
  const checked = z.safeParse(
    ContractFile,
    Array.isArray(content) ? { contracts: content } : content,
  );
  if (checked.success) return { file: checked.data };
  const [issue] = checked.error.issues;
  const [, at, field] = issue?.path ?? [];
  const where =
    typeof at === 'number' ? `Contract ${at + 1}${field ? `, ${String(field)}` : ''}: ` : '';
  return { problem: `${where}${issue?.message ?? 'The file contains no contracts.'}` };
}
