import type { AuditFilter } from '#shared/audit.ts';

const fields = ['actor', 'action', 'subject', 'from', 'to'] as const;

/** Reads the filter from the URL, where a subject such as 17 is parsed as a number. */
export function readAuditSearch(search: Record<string, unknown>): AuditFilter {
  const filter: AuditFilter = {};
  for (const field of fields) {
    const value = search[field];
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (isUsable(field, String(value))) filter[field] = String(value);
  }
  return filter;
}

function isUsable(field: (typeof fields)[number], value: string): boolean {
  if (field === 'from' || field === 'to') return /^\d{4}-\d{2}-\d{2}$/.test(value);
  return value !== '' && value.length <= 100;
}
