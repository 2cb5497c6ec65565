import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/followed-players.ts';
import { overall } from '#shared/rules/skills.ts';

import * as followed from './followed.service.ts';
import { listTopGains } from './gains.service.ts';

export function registerFollowedRoutes({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(endpoints.listFollowedPlayers, ({ account }) =>
    followed.listFollowedPlayers(deps, account.id),
  );

  on(endpoints.listFollowedHiscores, ({ account, query }) =>
    followed.listFollowedHiscores(deps, account.id, {
      skill: query.skill ?? overall,
      mode: query.mode,
    }),
  );

  on(endpoints.listFollowedGains, ({ account, query }) =>
    listTopGains(deps, { ...query, followedBy: account.id }),
  );

  on(endpoints.followPlayer, ({ account, params }) =>
    followed.followPlayer(deps, account.id, params.username),
  );

  on(endpoints.unfollowPlayer, ({ account, params }) =>
    followed.unfollowPlayer(deps, account.id, params.username),
  );
}
