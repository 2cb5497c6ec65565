import type { Deps } from '#server/deps.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { streamCsv } from '#server/lib/files/csv.ts';
import type { CsvColumns } from '#server/lib/files/csv.ts';
import { auditPageSize } from '#shared/endpoints/audit.ts';
import type { AuditEntry, AuditFilter } from '#shared/endpoints/audit.ts';

import { findAuditEntries } from './audit.db.ts';

type AuditDeps = Pick<Deps, 'db'>;

export async function listAudit(
  { db }: AuditDeps,
  filter: AuditFilter,
  before: number | undefined,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const rows = await findAuditEntries(db, filter, { before, size: auditPageSize + 1 });
  const page = rows.slice(0, auditPageSize);
  return {
    entries: page.map(toEntry),
    next: rows.length > auditPageSize ? String(page.at(-1)?.id) : null,
  };
}

type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];

export function toEntry(row: AuditRow): AuditEntry {
  return { ...withIsoDates(row), actor: row.actor ?? 'unknown' };
}

const csvBatchSize = 500;

export function streamAuditCsv({ db }: AuditDeps, filter: AuditFilter): AsyncGenerator<string> {
  return streamCsv(csvColumns, (last) =>
    findAuditEntries(db, filter, { before: last?.id, size: csvBatchSize }),
  );
}

const csvColumns: CsvColumns<AuditRow> = {
  Entry: ({ id }) => id,
  Time: ({ at }) => at.toISOString(),
  Who: ({ actor }) => actor,
  From: ({ ip }) => ip,
  Action: ({ action }) => action,
  Subject: ({ subject }) => subject,
  Before: ({ before }) => toText(before),
  After: ({ after }) => toText(after),
};

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
