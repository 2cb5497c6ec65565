import * as z from 'zod/mini';

import { NewsState } from '#shared/news.ts';

import type { EditedFilter } from './admin-news.queries.ts';

const Page = z.int().check(z.gte(1));

export function readAdminSearch(search: Record<string, unknown>): EditedFilter {
  const state = z.safeParse(NewsState, search.state);
  return {
    page: z.safeParse(Page, search.page).data ?? 1,
    state: state.data,
    // The router parses a search for 2007 as a number.
    search: ['string', 'number'].includes(typeof search.search) ? String(search.search) : '',
  };
}

export function toAdminSearch({ page, state, search }: EditedFilter) {
  return { ...(page > 1 && { page }), ...(state && { state }), ...(search !== '' && { search }) };
}
