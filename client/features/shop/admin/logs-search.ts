import * as z from 'zod/mini';

import { OrderState, PaymentMode } from '#shared/payments.ts';
import type { OrderFilter } from '#shared/payments.ts';
import { DeliveryState } from '#shared/shop.ts';
import type { PurchaseFilter } from '#shared/shop.ts';

export type LogsView = 'purchases' | 'top-ups';

/** The URL's search parameters. Both logs use player and dates. */
export type LogsSearch = {
  view: LogsView;
  page: number;
  player: string;
  item: string;
  from: string;
  until: string;
  /** Filters purchases by delivery state, or by `refunded`. */
  delivery: DeliveryState | 'refunded' | undefined;
  state: OrderState | 'attention' | undefined;
  mode: PaymentMode | undefined;
};

const Page = z.int().check(z.gte(1), z.lte(100_000));

export function readLogsSearch(search: Record<string, unknown>): LogsSearch {
  return {
    view: search.view === 'top-ups' ? 'top-ups' : 'purchases',
    page: z.safeParse(Page, search.page).data ?? 1,
    player: readText(search.player),
    item: readText(search.item),
    from: readDay(search.from),
    until: readDay(search.until),
    delivery:
      search.delivery === 'refunded'
        ? 'refunded'
        : z.safeParse(DeliveryState, search.delivery).data,
    state: search.state === 'attention' ? 'attention' : z.safeParse(OrderState, search.state).data,
    mode: z.safeParse(PaymentMode, search.mode).data,
  };
}

/** Leaves empty and default values out of the URL. */
export function toLogsSearch(search: LogsSearch): Record<string, string | number> {
  const { view, page, ...rest } = search;
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  return {
    ...(view !== 'purchases' && { view }),
    ...(page > 1 && { page }),
    ...(Object.fromEntries(given) as Record<string, string>),
  };
}

export function toPurchaseFilter({
  player,
  item,
  from,
  until,
  delivery,
}: LogsSearch): PurchaseFilter {
  return {
    ...(player && { player }),
    ...(item && { item }),
    ...(from && { from }),
    ...(until && { until }),
    ...(delivery === 'refunded' ? { state: 'refunded' as const } : delivery && { delivery }),
  };
}

export function toOrderFilter({ player, from, until, state, mode }: LogsSearch): OrderFilter {
  return {
    ...(player && { player }),
    ...(from && { from }),
    ...(until && { until }),
    ...(state === 'attention' ? { attention: 'true' as const } : state && { state }),
    ...(mode && { mode }),
  };
}

/** The router parses an all-digit name as a number. */
function readText(value: unknown): string {
  return ['string', 'number'].includes(typeof value) ? String(value).slice(0, 100) : '';
}

function readDay(value: unknown): string {
  return z.safeParse(z.iso.date(), value).data ?? '';
}
