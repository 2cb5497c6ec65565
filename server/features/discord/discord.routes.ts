import type { FeatureContext } from '#server/feature.ts';
import { documentedAs } from '#server/plugins/route.ts';
import * as endpoints from '#shared/endpoints/discord.ts';

import * as app from './app.service.ts';
import * as hooks from './hooks.service.ts';
import * as links from './links.service.ts';
import * as messages from './messages.service.ts';

export function registerDiscordRoutes({ app: fastify, on, deps }: FeatureContext): void {
  on(endpoints.getDiscordOverview, () => app.getDiscordOverview(deps));

  on(endpoints.updateDiscordHook, ({ actor, params, body }) =>
    hooks.updateDiscordHook(deps, actor, { ...body, kind: params.kind }),
  );

  on(endpoints.testDiscordHook, ({ actor, params }) =>
    hooks.testDiscordHook(deps, actor, params.kind),
  );

  on(endpoints.updateDiscordApp, ({ actor, body }) => app.updateDiscordApp(deps, actor, body));

  on(endpoints.listDiscordMessages, ({ query }) => messages.listDiscordMessages(deps, query.page));

  on(endpoints.retryDiscordMessage, ({ actor, params }) =>
    messages.retryDiscordMessage(deps, actor, params.id),
  );

  on(endpoints.getDiscordLink, ({ account }) => links.getDiscordLink(deps, account.id));

  on(endpoints.startDiscordLink, async ({ request }) =>
    // The endpoint needs a session, so there is one.
    links.startDiscordLink(deps, (await request.findSession())!),
  );

  on(endpoints.deleteDiscordLink, ({ account }) => links.deleteDiscordLink(deps, account.id));

  // Discord sends the browser here, so it answers with a redirect.
  fastify.get(
    endpoints.finishDiscordLink.path,
    documentedAs(endpoints.finishDiscordLink),
    async (request, reply) => {
      // Fastify has checked the query.
      const query = request.query as { code?: string; state?: string };
      const outcome = await links.finishDiscordLink(deps, await request.findSession(), query);
      return reply
        .header('cache-control', 'no-store')
        .redirect(`/profile/settings#discord-${outcome}`, 303);
    },
  );
}
