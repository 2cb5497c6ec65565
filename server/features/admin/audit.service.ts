import type { Deps } from '#server/deps.ts';
import { csvStart, toCsvLine } from '#server/lib/csv.ts';
import { auditPageSize } from '#shared/admin.ts';
import type { AuditEntry, AuditFilter } from '#shared/admin.ts';
import { AppError } from '#shared/errors.ts';

import { findAuditEntries } from './audit.db.ts';

type Tools = Pick<Deps, 'db'>;

export async function listEntries(
  { db }: Tools,
  filter: AuditFilter,
  before: number | undefined,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  refuseWrongDays(filter);
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

const exportedAtOnce = 500;

/** Piece by piece, so that its memory does not grow with the log. */
export async function* streamCsv({ db }: Tools, filter: AuditFilter): AsyncGenerator<string> {
  refuseWrongDays(filter);
  yield (
    csvStart + toCsvLine(['Entry', 'Time', 'Who', 'From', 'Action', 'Subject', 'Before', 'After'])
  );
  let before: number | undefined;
  for (;;) {
    const rows = await findAuditEntries(db, filter, { before, size: exportedAtOnce });
    if (rows.length > 0) yield rows.map(toLine).join('');
    before = rows.at(-1)?.id;
    if (rows.length < exportedAtOnce) return;
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

/** 2026-02-31 has the form of a day and is none. */
function refuseWrongDays({ from, to }: AuditFilter): void {
  for (const day of [from, to]) {
    const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
    if (!date || (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day!))) continue;
    throw new AppError('request/invalid', `There is no day ${day}.`);
  }
}
