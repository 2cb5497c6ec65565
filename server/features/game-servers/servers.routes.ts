import type { FeatureContext } from '#server/feature.ts';
import {
  createServer,
  createToken,
  getOnlineHistory,
  getServerClock,
  getServerStatus,
  getVisibility,
  listDeliverers,
  listOnlinePlayers,
  listServers,
  removeServer,
  renameServer,
  revokeToken,
  rotateToken,
  searchGameItems,
  setServerHiscores,
  setVisibility,
} from '#shared/endpoints/game-servers.ts';

import { findGameItems, listDeliverers as listDelivererRows } from './item-lists.db.ts';
import { isHidden } from './online-players.db.ts';
import * as onlinePlayers from './online-players.service.ts';
import * as servers from './servers.service.ts';
import * as tokens from './tokens.service.ts';

export function registerServerRoutes({ on, deps }: FeatureContext): void {
  on(getServerStatus, () => servers.getServerStatus(deps));

  on(listOnlinePlayers, () => onlinePlayers.listOnlinePlayers(deps));

  on(getServerClock, () => onlinePlayers.readClock());

  on(getVisibility, async ({ account }) => ({
    isShownOnline: !(await isHidden(deps.db, account.id)),
  }));

  on(setVisibility, ({ account, body }) =>
    onlinePlayers.setVisibility(deps, account.id, body.isShownOnline),
  );

  on(listServers, ({ account }) => servers.listServers(deps, account));

  on(listDeliverers, ({ query }) => listDelivererRows(deps.db, query.itemId ?? null));

  on(searchGameItems, ({ query }) => findGameItems(deps.db, query.search));

  on(createServer, async ({ actor, body }) => ({
    id: await servers.createServer(deps, actor, body.name),
  }));

  on(renameServer, ({ actor, params, body }) =>
    servers.renameServer(deps, actor, { id: params.id, name: body.name }),
  );

  on(setServerHiscores, ({ actor, params, body }) =>
    servers.setCountsForHiscores(deps, actor, { id: params.id, counts: body.counts }),
  );

  on(removeServer, ({ actor, params }) => servers.removeServer(deps, actor, params.id));

  on(createToken, ({ actor, params, body }) =>
    tokens.createToken(deps, actor, { serverId: params.id, ...body }),
  );

  on(rotateToken, ({ actor, params }) =>
    tokens.rotateToken(deps, actor, { serverId: params.id, tokenId: params.tokenId }),
  );

  on(revokeToken, ({ actor, params }) =>
    tokens.revokeToken(deps, actor, { serverId: params.id, tokenId: params.tokenId }),
  );

  on(getOnlineHistory, ({ query }) => servers.getOnlineHistory(deps, query.range));
}
