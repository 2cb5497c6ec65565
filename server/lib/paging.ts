/** The rows of one page, for `limit` and `offset`. Pages count from 1. */
export function rowsOf(page: number, pageSize: number): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** The `Paging` part of an answer. An empty list has one page. */
export function pagingOf(page: number, pageSize: number, total: number) {
  return { page, pages: Math.max(1, Math.ceil(total / pageSize)), total };
}
