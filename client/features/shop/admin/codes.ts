import { checkValues, toNumber } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { fromLocalInput } from '#client/lib/local-input.ts';
import { readPage } from '#client/lib/read.ts';
import { formatCoins } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';
import { CodeDraft } from '#shared/endpoints/codes.ts';
import type { CodeBatch } from '#shared/endpoints/codes.ts';

export function codeBatchesQuery(page: number) {
  return readPage('admin', 'GET /api/admin/shop/codes', { query: { page } });
}

export function checkCodes({ word, expiresAt = '', ...fields }: FormFields): Checked<CodeDraft> {
  return checkValues(CodeDraft, {
    ...fields,
    value: toNumber(fields['value']),
    word: word || null,
    count: word ? 1 : toNumber(fields['count']),
    uses: fields['uses'] === '' ? null : toNumber(fields['uses']),
    perPlayer: toNumber(fields['perPlayer']),
    expiresAt: expiresAt === '' ? null : (fromLocalInput(expiresAt) ?? ''),
  });
}

type Given = Pick<CodeBatch, 'kind' | 'value' | 'itemName'>;

export function describeGiven({ kind, value, itemName }: Given, words: Words): string {
  if (kind === 'coins') return formatCoins(value, words);
  return kind === 'percent' ? `${value}% off` : (itemName ?? 'An item');
}
