import type { Deps } from '#server/deps.ts';
import { csvStart, toCsvLine } from '#server/lib/csv.ts';
import { auditPageSize } from '#shared/audit.ts';
import type { AuditEntry, AuditFilter } from '#shared/audit.ts';
import { AppError } from '#shared/errors.ts';

import { findAuditEntries } from './audit.db.ts';

type AuditDeps = Pick<Deps, 'db'>;

export async function listAudit(
  { db }: AuditDeps,
  filter: AuditFilter,
  before: number | undefined,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  assertDaysExist(filter);
  const rows = await findAuditEntries(db, filter, { before, size: auditPageSize + 1 });
  const page = rows.slice(0, auditPageSize);
  return {
    entries: page.map(toEntry),
    next: rows.length > auditPageSize ? String(page.at(-1)?.id) : null,
  };
}

type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];

export function toEntry(row: AuditRow): AuditEntry {
  return { ...row, at: row.at.toISOString(), actor: row.actor ?? 'unknown' };
}

const csvBatchSize = 500;

/** Streams in batches, so memory use does not grow with the log. */
export async function* streamAuditCsv(
  { db }: AuditDeps,
  filter: AuditFilter,
): AsyncGenerator<string> {
  assertDaysExist(filter);
  yield (
    csvStart + toCsvLine(['Entry', 'Time', 'Who', 'From', 'Action', 'Subject', 'Before', 'After'])
  );
  let before: number | undefined;
  for (;;) {
    const rows = await findAuditEntries(db, filter, { before, size: csvBatchSize });
    if (rows.length > 0) yield rows.map(toLine).join('');
    before = rows.at(-1)?.id;
    if (rows.length < csvBatchSize) return;
  }
}

function toLine(row: AuditRow): string {
  return toCsvLine([
    row.id,
    row.at.toISOString(),
    row.actor,
    row.ip,
    row.action,
    row.subject,
    toText(row.before),
    toText(row.after),
  ]);
}

function toText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Rejects well-formed dates that do not exist, such as 2026-02-31. */
function assertDaysExist({ from, to }: AuditFilter): void {
  for (const day of [from, to]) {
    const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
    if (!date || (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day!))) continue;
    throw new AppError('request/invalid', `${day} is not a valid date.`);
  }
}
