import { hiscoresPageSize } from '#shared/rules/hiscores.ts';

/** The page of a list with this rank, and the row to mark. */
export function placeOf(rank: number | null): { page?: number; rank?: string } {
  if (rank === null) return {};
  return { page: Math.ceil(rank / hiscoresPageSize), rank: String(rank) };
}
