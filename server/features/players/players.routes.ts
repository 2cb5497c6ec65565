import type { FeatureContext } from '#server/feature.ts';
import { changeCommunityManager } from '#server/features/accounts/change-account.service.ts';
import type { ChangeRequest } from '#server/features/accounts/change-account.service.ts';
import { resendDelivery } from '#server/features/deliveries/deliveries.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { doEach } from '#server/lib/requests/do-each.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import type { RouteContext } from '#server/plugins/route.ts';
import type { Answer, SiteEndpoint } from '#shared/endpoint.ts';
import * as endpoints from '#shared/endpoints/players.ts';
import type { SanctionKind } from '#shared/endpoints/players.ts';

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

  on(endpoints.listPlayerVotes, ({ params }) => manage.listPlayerVotes(deps, params.username), {
    feature: 'polls',
  });

  on(endpoints.getNameChange, ({ account }) => getNameChange(deps, account));

  on(endpoints.changeOwnName, ({ body, ...caller }) => changeOwnName(deps, caller, body.username));

  on(endpoints.sanctionPlayers, ({ params: { kind }, body, actor }) => {
    const { permissions } = endpoints.sanctionPlayers;
    return doEach(deps, body.players, {
      idOf: ({ username }) => username,
      work: (player) =>
        manage.sanctionPlayer(deps, { ...player, actor, permissions }, toSanction(kind, body)),
    });
  });

  /** A change of one player. The service checks the endpoint's permissions again, under its lock. */
  function onChange<E extends SiteEndpoint>(
    endpoint: E,
    work: (request: ChangeRequest, call: RouteContext<E>) => Promise<Answer<E>>,
  ): void {
    on(endpoint, (call) => {
      // Each of the endpoints below has these, the version in its body or else in its query.
      const { params, actor, body, query } = call as unknown as Change;
      const { version } = endpoint.body ? body : query;
      const { permissions } = endpoint;
      return work({ username: params.username, actor, version, permissions }, call);
    });
  }

  onChange(endpoints.adjustBalance, (request, { body }) =>
    manage.adjustBalance(deps, request, body),
  );
  onChange(endpoints.changeRights, (request, { body: { rights, permissions } }) =>
    manage.changeRights(deps, request, { rights, permissions }),
  );
  onChange(endpoints.changePlayerName, (request, { body }) =>
    changePlayerName(deps, request, body.username),
  );
  onChange(endpoints.changeCommunityManager, (request, { body }) =>
    changeCommunityManager(deps, request, body.communityManager),
  );
  onChange(endpoints.sanctionPlayer, (request, { params, body }) =>
    manage.sanctionPlayer(deps, request, toSanction(params.kind, body)),
  );
  onChange(endpoints.pardonPlayer, (request, { params }) =>
    manage.pardonPlayer(deps, request, params.kind),
  );
  onChange(endpoints.noteInfraction, (request, { body }) =>
    manage.noteInfraction(deps, request, body.note),
  );
  onChange(endpoints.removeInfraction, (request, { params }) =>
    manage.removeInfraction(deps, request, params.id),
  );
  onChange(endpoints.kickPlayer, (request) => manage.kickPlayer(deps, request));
  onChange(endpoints.teleportPlayer, (request, { body: { x, y, height } }) =>
    manage.teleportPlayer(deps, request, { x, y, height }),
  );
  onChange(endpoints.endPlayerSession, (request, { params }) =>
    manage.endPlayerSession(deps, request, params.id),
  );
  onChange(endpoints.endPlayerSessions, (request) => manage.endPlayerSessions(deps, request));
}

type Change = {
  params: { username: string };
  actor: Actor;
  body: { version: number };
  query: { version: number };
};

function toSanction(
  kind: SanctionKind,
  { reason, expiresAt }: { reason: string; expiresAt: string | null },
) {
  return { kind, reason, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}
