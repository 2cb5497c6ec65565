import type { Trx } from '#server/db/schema.ts';
import type { ImportedKind } from '#server/lib/data/imported-records.tables.ts';
import { findImported, recordImported } from '#server/lib/data/imported-records.ts';

import type { Skipped } from '../run-import.ts';
import type { Document } from './read-collection.ts';

export type ContentReport = {
  imported: number;
  known: number;
  skipped: Skipped[];
  /** Values that were changed in, or left out of, imported documents. */
  notes: Skipped[];
  scheduled?: number;
};

type Import = {
  documents: readonly Document[];
  /** Returns the id of the new record, or why there is none. */
  importOne: (
    document: Document,
    note: (reason: string) => void,
  ) => Promise<number | { problem: string }>;
  /** For a document that was imported before. */
  onKnown?: (document: Document, id: number) => Promise<void>;
};

/** Imports the documents that were not imported before, and remembers their ids. */
export async function importAll(
  trx: Trx,
  kind: ImportedKind,
  { documents, importOne, onKnown }: Import,
): Promise<ContentReport> {
  const report: ContentReport = { imported: 0, known: 0, skipped: [], notes: [] };
  const records = await findImported(trx, kind);
  for (const document of documents) {
    const at = `${kind}/${document.id}`;
    const sourceId = toSourceId(document);
    const known = records.get(sourceId);
    if (known !== undefined) {
      report.known += 1;
      await onKnown?.(document, known);
      continue;
    }
    const notes: Skipped[] = [];
    const result = await importOne(document, (reason) => notes.push({ at, reason }));
    if (typeof result !== 'number') {
      report.skipped.push({ at, reason: result.problem });
      continue;
    }
    await recordImported(trx, kind, { sourceId, recordId: result });
    records.set(sourceId, result);
    report.imported += 1;
    report.notes.push(...notes);
  }
  return report;
}

export function toSourceId({ id }: Document): string {
  return `firebase:${id}`;
}
