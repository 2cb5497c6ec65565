import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/game-servers.ts';

import { findGameItems, listDeliverers as listDelivererRows } from './item-lists.db.ts';
import { isHidden } from './online-players.db.ts';
import * as onlinePlayers from './online-players.service.ts';
import * as servers from './servers.service.ts';
import * as tokens from './tokens.service.ts';

export function registerServerRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getServerStatus, () => servers.getServerStatus(deps));

  on(endpoints.listOnlinePlayers, () => onlinePlayers.listOnlinePlayers(deps));

  on(endpoints.getServerClock, () => onlinePlayers.readClock());

  on(endpoints.getVisibility, async ({ account }) => ({
    isShownOnline: !(await isHidden(deps.db, account.id)),
  }));

  on(endpoints.setVisibility, ({ account, body }) =>
    onlinePlayers.setVisibility(deps, account.id, body.isShownOnline),
  );

  on(endpoints.listServers, ({ account }) => servers.listServers(deps, account));

  on(endpoints.listDeliverers, ({ query }) => listDelivererRows(deps.db, query.itemId ?? null));

  on(endpoints.searchGameItems, ({ query }) => findGameItems(deps.db, query.search));

  on(endpoints.createServer, async ({ actor, body }) => ({
    id: await servers.createServer(deps, actor, body.name),
  }));

  on(endpoints.renameServer, ({ actor, params, body }) =>
    servers.renameServer(deps, actor, { id: params.id, name: body.name }),
  );

  on(endpoints.setServerHiscores, ({ actor, params, body }) =>
    servers.setCountsForHiscores(deps, actor, { id: params.id, counts: body.counts }),
  );

  on(endpoints.removeServer, ({ actor, params }) => servers.removeServer(deps, actor, params.id));

  on(endpoints.createToken, ({ actor, params, body }) =>
    tokens.createToken(deps, actor, { serverId: params.id, ...body }),
  );

  on(endpoints.rotateToken, ({ actor, params }) =>
    tokens.rotateToken(deps, actor, { serverId: params.id, tokenId: params.tokenId }),
  );

  on(endpoints.revokeToken, ({ actor, params }) =>
    tokens.revokeToken(deps, actor, { serverId: params.id, tokenId: params.tokenId }),
  );

  on(endpoints.getOnlineHistory, ({ query }) => servers.getOnlineHistory(deps, query.range));
}
