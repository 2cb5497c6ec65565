import type * as accounts from './accounts.ts';
import type * as adminSearch from './admin-search.ts';
import type * as audit from './audit.ts';
import type * as bridge from './bridge.ts';
import type * as contracts from './contracts.ts';
import type * as dashboard from './dashboard.ts';
import type * as dev from './dev.ts';
import type { Answer, CallInput, Endpoint } from './endpoint.ts';
import type * as events from './events.ts';
import type * as gameServers from './game-servers.ts';
import type * as hiscores from './hiscores.ts';
import type * as media from './media.ts';
import type * as news from './news.ts';
import type * as payments from './payments.ts';
import type * as players from './players.ts';
import type * as polls from './polls.ts';
import type * as shop from './shop.ts';
import type * as siteSettings from './site-settings.ts';
import type * as texts from './texts.ts';
import type * as wallet from './wallet.ts';

/**
 * All endpoints by route, such as `GET /api/polls/{id}`. Only types, so that the browser can call an
 * endpoint without loading its schemas.
 */
export type Api = { [E in EndpointsOf<Modules> as `${E['method']} ${E['path']}`]: E };

export type Route = keyof Api;
export type RouteInput<R extends Route> = CallInput<Api[R]>;
export type RouteAnswer<R extends Route> = Answer<Api[R]>;

/** Every module of shared/ that defines endpoints. */
type Modules =
  | typeof accounts
  | typeof adminSearch
  | typeof audit
  | typeof bridge
  | typeof contracts
  | typeof dashboard
  | typeof dev
  | typeof events
  | typeof gameServers
  | typeof hiscores
  | typeof media
  | typeof news
  | typeof payments
  | typeof players
  | typeof polls
  | typeof shop
  | typeof siteSettings
  | typeof texts
  | typeof wallet;

type EndpointsOf<Module> = Module extends Module ? Extract<Module[keyof Module], Endpoint> : never;
