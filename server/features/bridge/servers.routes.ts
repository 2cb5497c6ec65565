import type { FeatureContext } from '#server/feature.ts';
import { requireFreshSignIn } from '#server/features/accounts/sessions.service.ts';
import { requireAccess } from '#server/plugins/session.ts';
import {
  createServer,
  createToken,
  getGamePassword,
  getOnlineHistory,
  getServerStatus,
  listCommands,
  listServers,
  removeGamePassword,
  removeServer,
  renameServer,
  revokeToken,
  rotateToken,
  sendCommand,
  setGamePassword,
} from '#shared/game-servers.ts';

import * as passwords from './game-passwords.service.ts';
import * as servers from './servers.service.ts';

export function registerServerRoutes({ on, deps }: FeatureContext): void {
  on(getServerStatus, () => servers.getServerStatus(deps));

  on(listServers, () => servers.listServers(deps));

  on(createServer, async ({ actor, body }) => ({
    id: await servers.createServer(deps, actor, body.name),
  }));

  on(renameServer, ({ actor, params, body }) =>
    servers.renameServer(deps, actor, {
      id: params.id,
      name: body.name,
    }),
  );

  on(removeServer, ({ actor, params }) => servers.removeServer(deps, actor, params.id));

  on(createToken, ({ actor, params, body }) =>
    servers.createToken(deps, actor, { serverId: params.id, ...body }),
  );

  on(rotateToken, ({ actor, params }) =>
    servers.rotateToken(deps, actor, {
      serverId: params.id,
      tokenId: params.tokenId,
    }),
  );

  on(revokeToken, ({ actor, params }) =>
    servers.revokeToken(deps, actor, {
      serverId: params.id,
      tokenId: params.tokenId,
    }),
  );

  on(getOnlineHistory, ({ query }) => servers.getOnlineHistory(deps, query.range));

  on(listCommands, ({ query }) => servers.listCommands(deps, query));

  on(sendCommand, async ({ actor, body: { serverId, ...command } }) => ({
    ids: await servers.sendCommand(deps, {
      ...command,
      actor: actor,
      ...(serverId !== undefined && { serverId }),
    }),
  }));

  on(getGamePassword, ({ account }) => passwords.getGamePassword(deps, account));

  on(setGamePassword, async ({ account, request, body }) => {
    requireFreshSignIn(await requireAccess(request, 'login'));
    return passwords.setGamePassword(deps, account, body.password);
  });

  on(removeGamePassword, async ({ account, request }) => {
    requireFreshSignIn(await requireAccess(request, 'login'));
    await passwords.removeGamePassword(deps, account);
  });
}
