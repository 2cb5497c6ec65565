import type { FeatureContext } from '#server/feature.ts';
import { requireFreshSignIn } from '#server/features/accounts/sessions.service.ts';
import { actorOf } from '#server/lib/audit.ts';
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

  on(createServer, async ({ account, request, body }) => ({
    id: await servers.createServer(deps, actorOf(account, request), body.name),
  }));

  on(renameServer, ({ account, request, params, body }) =>
    servers.renameServer(deps, actorOf(account, request), {
      id: params.id,
      name: body.name,
    }),
  );

  on(removeServer, ({ account, request, params }) =>
    servers.removeServer(deps, actorOf(account, request), params.id),
  );

  on(createToken, ({ account, request, params, body }) =>
    servers.createToken(deps, actorOf(account, request), { serverId: params.id, ...body }),
  );

  on(rotateToken, ({ account, request, params }) =>
    servers.rotateToken(deps, actorOf(account, request), {
      serverId: params.id,
      tokenId: params.tokenId,
    }),
  );

  on(revokeToken, ({ account, request, params }) =>
    servers.revokeToken(deps, actorOf(account, request), {
      serverId: params.id,
      tokenId: params.tokenId,
    }),
  );

  on(getOnlineHistory, ({ query }) => servers.getOnlineHistory(deps, query.range));

  on(listCommands, ({ query }) => servers.listCommands(deps, query));

  on(sendCommand, async ({ account, request, body: { serverId, ...command } }) => ({
    ids: await servers.sendCommand(deps, {
      ...command,
      actor: actorOf(account, request),
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
