import type { FeatureContext } from '#server/feature.ts';
import { changeCommunityManager } from '#server/features/accounts/change-account.service.ts';
import { resendDelivery } from '#server/features/deliveries/deliveries.service.ts';
import type { Actor } from '#server/lib/audit.ts';
import * as endpoints from '#shared/players.ts';

import * as manage from './manage.service.ts';
import { listUsers } from './users.service.ts';

export function registerPlayerRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listUsers, ({ query }) => listUsers(deps, query));

  on(endpoints.getManagedUser, ({ params, account }) =>
    manage.getManagedUser(deps, params.username, account.id),
  );

  on(endpoints.resendDelivery, ({ params, actor }) => resendDelivery(deps, actor, params.id));

  on(endpoints.adjustBalance, ({ body: { version, ...adjustment }, ...call }) =>
    manage.adjustBalance(deps, toChangeRequest(call, version), adjustment),
  );

  on(endpoints.listPlayerVotes, ({ params }) => manage.listPlayerVotes(deps, params.username));

  on(endpoints.changeRights, ({ body, ...call }) =>
    manage.changeRights(deps, toChangeRequest(call, body.version), body.rights),
  );

  on(endpoints.changeCommunityManager, ({ body, ...call }) =>
    changeCommunityManager(deps, toChangeRequest(call, body.version), body.communityManager),
  );

  on(endpoints.sanctionPlayer, ({ body, ...call }) =>
    manage.sanctionPlayer(deps, toChangeRequest(call, body.version), {
      kind: call.params.kind,
      reason: body.reason,
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    }),
  );

  on(endpoints.pardonPlayer, ({ query, ...call }) =>
    manage.pardonPlayer(deps, toChangeRequest(call, query.version), call.params.kind),
  );

  on(endpoints.noteInfraction, ({ body, ...call }) =>
    manage.noteInfraction(deps, toChangeRequest(call, body.version), body.note),
  );

  on(endpoints.removeInfraction, ({ query, ...call }) =>
    manage.removeInfraction(deps, toChangeRequest(call, query.version), call.params.id),
  );

  on(endpoints.kickPlayer, ({ body, ...call }) =>
    manage.kickPlayer(deps, toChangeRequest(call, body.version)),
  );

  on(endpoints.teleportPlayer, ({ body: { version, ...place }, ...call }) =>
    manage.teleportPlayer(deps, toChangeRequest(call, version), place),
  );

  on(endpoints.endPlayerSession, ({ query, ...call }) =>
    manage.endPlayerSession(deps, toChangeRequest(call, query.version), call.params.id),
  );

  on(endpoints.endPlayerSessions, ({ query, ...call }) =>
    manage.endPlayerSessions(deps, toChangeRequest(call, query.version)),
  );
}

type Call = { params: { username: string }; actor: Actor };

function toChangeRequest({ params, actor }: Call, version: number) {
  return { username: params.username, actor, version };
}
