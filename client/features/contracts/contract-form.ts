import * as z from 'zod/mini';

import { ContractDraft, ContractFile } from '#shared/contracts.ts';
import type { FieldErrors } from '#shared/errors.ts';

const numbers = new Set(['level', 'npcId', 'itemId', 'minAmount', 'maxAmount', 'weight']);

type Checked =
  | { draft: ContractDraft; problems?: never }
  | { draft?: never; problems: FieldErrors };

/** Reads the form and checks it with the server's schema. */
export function readContractForm(form: HTMLFormElement): Checked {
  const given = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const values = Object.entries(given).map(([name, value]) => [
    name,
    numbers.has(name) ? toNumber(value) : value,
  ]);
  const checked = z.safeParse(ContractDraft, {
    ...Object.fromEntries(values),
    enabled: given['enabled'] === 'on',
  });
  if (checked.success) return { draft: checked.data };
  return { problems: problemsOf(checked.error.issues) };
}

/** An empty field is NaN, not 0. */
function toNumber(value: string): number {
  return value.trim() === '' ? Number.NaN : Number(value);
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

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const problems: FieldErrors = {};
  for (const { path, message } of issues) problems[String(path[0])] ??= message;
  return problems;
}
