import * as z from 'zod/mini';

import * as accounts from '#shared/accounts.ts';
import * as adminSearch from '#shared/admin-search.ts';
import * as audit from '#shared/audit.ts';
import * as bridge from '#shared/bridge.ts';
import * as contracts from '#shared/contracts.ts';
import * as dashboard from '#shared/dashboard.ts';
import * as dev from '#shared/dev.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import * as events from '#shared/events.ts';
import * as server from '#shared/game-servers.ts';
import * as hiscores from '#shared/hiscores.ts';
import * as media from '#shared/media.ts';
import * as news from '#shared/news.ts';
import * as payments from '#shared/payments.ts';
import * as players from '#shared/players.ts';
import * as polls from '#shared/polls.ts';
import * as shop from '#shared/shop.ts';
import * as siteSettings from '#shared/site-settings.ts';
import * as texts from '#shared/texts.ts';
import * as timestamps from '#shared/timestamps.ts';
import * as wallet from '#shared/wallet.ts';

const exported = [
  accounts,
  adminSearch,
  audit,
  bridge,
  contracts,
  dashboard,
  dev,
  events,
  hiscores,
  media,
  news,
  payments,
  players,
  polls,
  server,
  shop,
  siteSettings,
  texts,
  timestamps,
  wallet,
].flatMap((module) => Object.entries<unknown>(module));

/** The API document uses the export names, so that a generated client reads like our own code. */
export const operationIds = new Map<Endpoint, string>(
  exported.flatMap(([name, value]) => (isEndpoint(value) ? [[value, name]] : [])),
);

/** Objects and enums get a name in the document. Plain strings and numbers are written inline. */
export const schemaNames = z.registry<{ id: string }>();
// A query is documented as separate parameters, never as one object.
const queries = new Set<unknown>([...operationIds.keys()].map(({ query }) => query));
for (const [name, value] of exported) {
  const isNamed = value instanceof z.core.$ZodObject || value instanceof z.core.$ZodEnum;
  if (isNamed && !queries.has(value)) schemaNames.add(value, { id: name });
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
