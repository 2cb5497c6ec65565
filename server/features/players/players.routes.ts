import type { FeatureContext } from '#server/feature.ts';
import { changeCommunityManager } from '#server/features/accounts/change-account.service.ts';
import { resendDelivery } from '#server/features/deliveries/deliveries.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { doEach } from '#server/lib/requests/do-each.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import * as endpoints from '#shared/endpoints/players.ts';

import * as manage from './manage.service.ts';
import { changeOwnName, changePlayerName, getNameChange } from './rename.service.ts';
import { listUsersFor, streamUsersCsv } from './users.service.ts';

export function registerPlayerRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listUsers, ({ query, account }) => listUsersFor(deps, account, query));

  on(endpoints.downloadUsers, ({ query, account, reply }) =>
    answerWithFile(reply, 'users.csv', streamUsersCsv(deps, account, query.usernames)),
  );

  on(endpoints.getManagedUser, ({ params, account }) =>
    manage.getManagedUser(deps, params.username, account),
  );

  on(endpoints.resendDelivery, ({ params, actor }) => resendDelivery(deps, actor, params.id));

  on(endpoints.adjustBalance, ({ body: { version, ...adjustment }, ...call }) =>
    manage.adjustBalance(deps, toChangeRequest(endpoints.adjustBalance, call, version), adjustment),
  );

  on(endpoints.listPlayerVotes, ({ params }) => manage.listPlayerVotes(deps, params.username), {
    feature: 'polls',
  });

  on(endpoints.changeRights, ({ body: { version, ...change }, ...call }) =>
    manage.changeRights(deps, toChangeRequest(endpoints.changeRights, call, version), change),
  );

  on(endpoints.getNameChange, ({ account }) => getNameChange(deps, account));

  on(endpoints.changeOwnName, ({ body, ...caller }) => changeOwnName(deps, caller, body.username));

  on(endpoints.changePlayerName, ({ body: { version, username }, ...call }) =>
    changePlayerName(deps, toChangeRequest(endpoints.changePlayerName, call, version), username),
  );

  on(endpoints.changeCommunityManager, ({ body, ...call }) =>
    changeCommunityManager(
      deps,
      toChangeRequest(endpoints.changeCommunityManager, call, body.version),
      body.communityManager,
    ),
  );

  on(endpoints.sanctionPlayer, ({ body, ...call }) =>
    manage.sanctionPlayer(deps, toChangeRequest(endpoints.sanctionPlayer, call, body.version), {
      kind: call.params.kind,
      reason: body.reason,
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    }),
  );

  on(endpoints.sanctionPlayers, ({ params: { kind }, body, actor }) => {
    const { permissions } = endpoints.sanctionPlayers;
    const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
    return doEach(deps, body.players, {
      idOf: ({ username }) => username,
      work: (player) =>
        manage.sanctionPlayer(
          deps,
          { ...player, actor, permissions },
          { kind, reason: body.reason, expiresAt },
        ),
    });
  });

  on(endpoints.pardonPlayer, ({ query, ...call }) =>
    manage.pardonPlayer(
      deps,
      toChangeRequest(endpoints.pardonPlayer, call, query.version),
      call.params.kind,
    ),
  );

  on(endpoints.noteInfraction, ({ body, ...call }) =>
    manage.noteInfraction(
      deps,
      toChangeRequest(endpoints.noteInfraction, call, body.version),
      body.note,
    ),
  );

  on(endpoints.removeInfraction, ({ query, ...call }) =>
    manage.removeInfraction(
      deps,
      toChangeRequest(endpoints.removeInfraction, call, query.version),
      call.params.id,
    ),
  );

  on(endpoints.kickPlayer, ({ body, ...call }) =>
    manage.kickPlayer(deps, toChangeRequest(endpoints.kickPlayer, call, body.version)),
  );

  on(endpoints.teleportPlayer, ({ body: { version, ...place }, ...call }) =>
    manage.teleportPlayer(deps, toChangeRequest(endpoints.teleportPlayer, call, version), place),
  );

  on(endpoints.endPlayerSession, ({ query, ...call }) =>
    manage.endPlayerSession(
      deps,
      toChangeRequest(endpoints.endPlayerSession, call, query.version),
      call.params.id,
    ),
  );

  on(endpoints.endPlayerSessions, ({ query, ...call }) =>
    manage.endPlayerSessions(
      deps,
      toChangeRequest(endpoints.endPlayerSessions, call, query.version),
    ),
  );
}

type Call = { params: { username: string }; actor: Actor };

/** The service checks the endpoint's permissions again, under its lock. */
function toChangeRequest({ permissions }: Endpoint, { params, actor }: Call, version: number) {
  return { username: params.username, actor, version, permissions };
}
