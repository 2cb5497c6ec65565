/** The rows of one page, for `limit` and `offset`. Pages count from 1. */
export function rowsOf(page: number, pageSize: number): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** The `Paging` part of an answer. An empty list has one page. */
export function pagingOf(page: number, pageSize: number, total: number) {
  return { page, pages: Math.max(1, Math.ceil(total / pageSize)), total };
}

const maxCounted = 20_000;

/** Lists can have a million rows: unless all are asked for, they are counted up to a limit, above which `sums` are null. */
export async function countUpTo<Sums extends { total: number }>(
  { page, totals }: { page: number; totals?: 'all' | undefined },
  pageSize: number,
  sum: (limit: number | null) => Promise<Sums>,
): Promise<{ paging: ReturnType<typeof pagingOf>; sums: Omit<Sums, 'total'> | null }> {
  const { total, ...sums } = await sum(totals === 'all' ? null : maxCounted + 1);
  if (totals === 'all' || total <= maxCounted)
    return { paging: pagingOf(page, pageSize, total), sums };
  // A page behind the limit is answered too.
  return { paging: pagingOf(page, pageSize, Math.max(maxCounted, page * pageSize)), sums: null };
}
