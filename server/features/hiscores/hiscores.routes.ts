import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply } from 'fastify';

import type { FeatureContext } from '#server/feature.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { enforceLimit } from '#server/lib/requests/rate-limit.ts';
import type { Answer } from '#shared/endpoint.ts';
import * as followedEndpoints from '#shared/endpoints/followed-players.ts';
import * as listEndpoints from '#shared/endpoints/hiscore-lists.ts';
import * as progress from '#shared/endpoints/hiscore-progress.ts';
import * as endpoints from '#shared/endpoints/hiscores.ts';
import * as seasonEndpoints from '#shared/endpoints/seasons.ts';
import { overall } from '#shared/rules/skills.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { counters, dismissUnknownReport, listUnknownReports, modes } from './edit-lists.service.ts';
import * as followed from './followed.service.ts';
import * as gains from './gains.service.ts';
import * as hiscores from './hiscores.service.ts';
import * as history from './history.service.ts';
import { findOfficialMode, getLists } from './lists.service.ts';
import { toLiteJson, toLiteText } from './lite-formats.ts';
import * as milestones from './milestones.service.ts';
import { findOverallPage, renderOverallPage } from './overall-page.ts';
import * as resets from './reset.service.ts';
import * as seasons from './seasons.service.ts';
import { getSkills } from './skills.service.ts';

/** The whole list is the only expensive read here. */
const wholeListLimit = { max: 30, seconds: 60 };

export function registerHiscoresRoutes({ app, on, deps, preview }: FeatureContext): void {
  allowOtherSites(app);

  // It shows only the level, so few versions need to be drawn.
  preview('/og/player/:name.png', undefined, async ({ name = '' }) => {
    const player = await hiscores.getPlayer(deps, name);
    return {
      title: `${formatUsername(player.name)}'s Stats`,
      label: 'Hiscores',
      note: `Total level ${player.totalLevel.toLocaleString('en')}`,
    };
  });

  on(endpoints.listHiscores, async ({ query, request, reply }) => {
    const { skill, page, mode } = query;
    if (skill !== undefined || page !== undefined || mode !== undefined) {
      return hiscores.getHiscoresPage(deps, { skill: skill ?? overall, page: page ?? 1, mode });
    }
    const caller = `ip ${networkOf(request.ip)}`;
    await enforceLimit(deps.db, `the whole hiscores by ${caller}`, wholeListLimit);
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache');
    // Not validated again: streamPlayers builds each piece with the endpoint's type.
    return Readable.from(hiscores.streamPlayers(deps)) as unknown as Answer<
      typeof endpoints.listHiscores
    >;
  });

  // Stays while the hiscores are switched off: adapters read it before they report.
  on(endpoints.listSkills, async () => ({ skills: [...(await getSkills(deps))] }), {
    feature: undefined,
  });

  on(listEndpoints.getHiscoreLists, () => seasons.getHiscoreLists(deps));

  on(endpoints.getPlayerHiscores, async ({ params, request, reply }) => {
    const session = await request.findSession();
    reply.header('cache-control', 'private, no-cache');
    return hiscores.getPlayerHiscores(deps, params.username, session?.account);
  });

  on(endpoints.compareHiscores, ({ query }) => hiscores.compareHiscores(deps, query));

  on(endpoints.searchHiscores, async ({ query }) => ({
    players: await hiscores.searchHiscores(deps, query.name),
  }));

  on(endpoints.getHiscoresHistory, ({ params, query }) =>
    history.getHiscoresHistory(deps, params.username, query),
  );

  on(endpoints.getPlayerGains, ({ params }) => gains.getPlayerGains(deps, params.username));

  on(endpoints.listTopGains, ({ query }) => gains.listTopGains(deps, query));

  on(endpoints.listRankChanges, ({ query }) => history.listRankChanges(deps, query));

  on(endpoints.countServerHiscores, async ({ params }) => ({
    players: await resets.countPlayersReportedBy(deps.db, params.id),
  }));

  on(endpoints.resetServerHiscores, ({ actor, params }) =>
    resets.resetServerHiscores(deps, actor, params.id),
  );

  on(endpoints.resetPlayerHiscores, ({ actor, params }) =>
    resets.resetPlayerHiscores(deps, actor, params.username),
  );

  registerProgress({ on, deps });
  registerSeasons({ on, deps });
  registerLiteFormats({ on, deps });
  registerOverallPage({ app, on, deps });
  registerListRoutes({ on, deps });
  registerFollowedRoutes({ on, deps });
}

function registerLiteFormats({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  async function findFor(reply: FastifyReply, name: string, mode?: string) {
    const player = await hiscores.getPlayer(deps, name);
    const lists = await getLists(deps);
    const ranked = mode === undefined ? player : hiscores.withRanksOfMode(player, lists, mode);
    // Third-party tools poll often; a minute is fresh enough for them.
    reply.header('cache-control', 'public, max-age=60');
    return [ranked, lists] as const;
  }
  on(endpoints.readLiteJson, async ({ query, reply }) =>
    toLiteJson(...(await findFor(reply, query.player))),
  );
  on(endpoints.readLiteText, async ({ query, reply }) =>
    toLiteText(...(await findFor(reply, query.player))),
  );
  on(endpoints.readModeLiteJson, async ({ params, query, reply }) =>
    toLiteJson(...(await findFor(reply, query.player, params.mode))),
  );
  on(endpoints.readModeLiteText, async ({ params, query, reply }) =>
    toLiteText(...(await findFor(reply, query.player, params.mode))),
  );
}

function registerProgress({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(progress.getPlayerRecords, ({ params, query }) =>
    gains.getPlayerRecords(deps, params.username, query.skill),
  );

  on(progress.getPlayerActivity, ({ params }) => history.getPlayerActivity(deps, params.username));

  on(progress.getPlayerMilestones, ({ params }) =>
    milestones.getPlayerMilestones(deps, params.username),
  );

  on(progress.listMilestones, () => milestones.listMilestones(deps));
}

function registerSeasons({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(seasonEndpoints.listSeasons, async () => ({ seasons: await seasons.listSeasons(deps) }));

  on(seasonEndpoints.getSeason, ({ params, query }) => seasons.getSeason(deps, params.id, query));

  on(seasonEndpoints.createSeason, ({ actor, body }) => seasons.createSeason(deps, actor, body));

  on(seasonEndpoints.updateSeason, ({ actor, params, body }) =>
    seasons.updateSeason(deps, actor, { id: params.id, draft: body }),
  );

  on(seasonEndpoints.closeSeason, ({ actor, params }) =>
    seasons.closeSeason(deps, actor, params.id),
  );

  on(seasonEndpoints.deleteSeason, ({ actor, params }) =>
    seasons.deleteSeason(deps, actor, params.id),
  );
}

/** The list that trackers read from the original game's website, and the addresses it links to. */
function registerOverallPage({ app, on, deps }: Pick<FeatureContext, 'app' | 'on' | 'deps'>): void {
  on(endpoints.readOverallPage, async ({ query, reply }) => {
    reply.header('x-robots-tag', 'noindex');
    return renderOverallPage(await findOverallPage(deps, query), query);
  });
  on(endpoints.readModeOverallPage, async ({ params, query, reply }) => {
    reply.header('x-robots-tag', 'noindex');
    const mode = findOfficialMode(await getLists(deps), params.mode);
    if (!mode) throw hiscores.noData();
    return renderOverallPage(await findOverallPage(deps, query, mode.key), query);
  });
  const hidden = { schema: { hide: true } };
  app.get('/m=hiscore_oldschool/overall', hidden, async (request, reply) => {
    const [, search = ''] = request.url.split('?', 2);
    return reply.redirect(`${endpoints.readOverallPage.path}?${search}`, 301);
  });
  app.get<{ Querystring: { user1?: string | string[] } }>(
    '/m=hiscore_oldschool/hiscorepersonal',
    hidden,
    async (request, reply) => {
      const [player = ''] = [request.query.user1].flat();
      return reply.redirect(`/hiscores?player=${encodeURIComponent(player)}`);
    },
  );
}

/** The admin screen of game modes and counters. */
function registerListRoutes({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(listEndpoints.listManagedModes, async () => ({ modes: await modes.list(deps) }));
  on(listEndpoints.createMode, ({ actor, body }) => modes.create(deps, actor, body));
  on(listEndpoints.reorderModes, async ({ actor, body }) => ({
    modes: await modes.reorder(deps, actor, body.ids),
  }));
  on(listEndpoints.updateMode, ({ actor, params, body }) =>
    modes.update(deps, actor, { id: params.id, draft: body }),
  );
  on(listEndpoints.deleteMode, ({ actor, params }) => modes.remove(deps, actor, params.id));

  on(listEndpoints.listManagedCounters, async () => ({
    counters: await counters.list(deps),
  }));
  on(listEndpoints.createCounter, ({ actor, body }) => counters.create(deps, actor, body));
  on(listEndpoints.reorderCounters, async ({ actor, body }) => ({
    counters: await counters.reorder(deps, actor, body.ids),
  }));
  on(listEndpoints.updateCounter, ({ actor, params, body }) =>
    counters.update(deps, actor, { id: params.id, draft: body }),
  );
  on(listEndpoints.deleteCounter, ({ actor, params }) => counters.remove(deps, actor, params.id));

  on(listEndpoints.listUnknownReports, async () => ({
    reports: await listUnknownReports(deps),
  }));
  on(listEndpoints.dismissUnknownReport, ({ actor, params }) =>
    dismissUnknownReport(deps, actor, params),
  );
}

function registerFollowedRoutes({ on, deps }: Pick<FeatureContext, 'on' | 'deps'>): void {
  on(followedEndpoints.listFollowedPlayers, ({ account }) =>
    followed.listFollowedPlayers(deps, account.id),
  );

  on(followedEndpoints.listFollowedHiscores, ({ account, query }) =>
    followed.listFollowedHiscores(deps, account.id, query),
  );

  on(followedEndpoints.listFollowedGains, ({ account, query }) =>
    gains.listTopGains(deps, { ...query, followedBy: account.id }),
  );

  on(followedEndpoints.followPlayer, ({ account, params }) =>
    followed.followPlayer(deps, account.id, params.username),
  );

  on(followedEndpoints.unfollowPlayer, ({ account, params }) =>
    followed.unfollowPlayer(deps, account.id, params.username),
  );
}

/** Scripts of any site may read public figures. With `*`, browsers refuse requests that carry cookies. */
function allowOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/(?:api\/hiscores\b|m=hiscore_oldschool)/.test(request.url)) return;
    reply.header('access-control-allow-origin', '*');
  });
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) return;
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
