import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { runLongWork } from '#server/db/statement-limit.ts';
import type { Deps } from '#server/deps.ts';
import { reserveNames } from '#server/features/accounts/reserved-names.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';

import { ingestStats, maxQuietReports } from './ingest.service.ts';
import type { ReportReason, StatsReport } from './ingest.service.ts';
import { createLineReader, LineError } from './read-stats.ts';
import { getSkills } from './skills.service.ts';

export type ImportSummary = {
  accepted: number;
  ignored: number;
  rejected: number;
  /** Names without an account that nobody else can register from now on. */
  reserved: number;
};

type Watcher = {
  /** `share` is 0 to 1. */
  onProgress: (share: number, summary: ImportSummary) => void;
  onBadLine: (line: number, problem: string) => void;
};

type Options = {
  actor: Actor;
  /** Skips unknown skills and columns instead of rejecting them. */
  skipUnknown?: boolean;
};

type Numbered = { line: number; report: StatsReport };

/** Rows without a time get the file's, so repeating an import never undoes what the game has reported since. */
export async function importStats(
  deps: Deps,
  file: string,
  { actor, skipUnknown, onProgress, onBadLine }: Watcher & Options,
): Promise<ImportSummary> {
  const { size, mtime } = await stat(file);
  const skills = await getSkills(deps);
  const summary: ImportSummary = { accepted: 0, ignored: 0, rejected: 0, reserved: 0 };
  let batch: Numbered[] = [];

  async function send(): Promise<void> {
    const reports = batch.map(({ report }) => report);
    // On a busy machine a batch takes longer than a statement of a visitor may.
    const results = await runLongWork(() => ingestStats(deps, { reports, isQuiet: true }));
    for (const [at, result] of results.entries()) {
      summary[result.status] += 1;
      if (result.status !== 'rejected') continue;
      onBadLine(batch[at]?.line ?? 0, explanations[result.reason] ?? result.reason);
    }
    const kept = reports.filter((_, at) => results[at]?.status !== 'rejected');
    const names = kept.map(({ name }) => ({ username: name }));
    // The summary is audited once, at the end.
    summary.reserved += (await reserveNames(deps, actor, names, { isAudited: false })).added;
    batch = [];
  }

  const stream = createReadStream(file);
  const readLine = createLineReader({ skills, observedAt: mtime, skipUnknown });
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
    line += 1;
    try {
      const report = readLine(text);
      if (report) batch.push({ line, report });
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      // Without a valid header no row can be read.
      if (line === 1 && !text.trim().startsWith('{')) throw error;
      summary.rejected += 1;
      onBadLine(line, error.message);
    }
    if (batch.length < maxQuietReports) continue;
    await send();
    onProgress(size === 0 ? 1 : stream.bytesRead / size, summary);
  }
  if (batch.length > 0) await send();
  onProgress(1, summary);
  await change(deps, actor, 'hiscores', async (_trx, audit) => {
    audit('hiscores/imported', file, { after: summary });
  });
  return summary;
}

const explanations: Partial<Record<ReportReason, string>> = {
  'name-invalid': 'that is not a valid player name',
  'experience-invalid': 'that is not a valid amount of experience',
  'experience-decreased': 'the experience is lower than the stored value',
  'observed-in-the-future': 'the time is in the future',
  'time-invalid': 'that is not a valid time',
};
