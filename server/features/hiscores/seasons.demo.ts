import type { Db } from '#server/db/schema.ts';

import { scoresOf } from './season-scores.service.ts';
import { insertSeason, upsertSeasonStats, writeSeasonScores } from './seasons.db.ts';

/** How long the demo's season has been running. */
export const demoSeasonDays = 12;

const dayMilliseconds = 86_400_000;

type Values = { experience: readonly number[]; counts: readonly number[] };

type DemoPlayer = {
  playerId: number;
  /** When the season began. */
  start: Values;
  after: Values;
};

export async function loadDemoSeason(db: Db, players: readonly DemoPlayer[]): Promise<void> {
  const now = Date.now();
  const observedAt = new Date(now);
  const id = await insertSeason(db, {
    name: 'Winter at the Keep',
    starts_at: new Date(now - demoSeasonDays * dayMilliseconds),
    ends_at: new Date(now + 18 * dayMilliseconds),
    server_id: null,
  });
  const starts = players.map(({ playerId, start }) => ({ ...start, playerId, observedAt }));
  await upsertSeasonStats(db, id, starts);
  const scores = players.flatMap((one) => scoresOf({ ...one, before: one.start, observedAt }));
  await writeSeasonScores(db, id, scores);
}
