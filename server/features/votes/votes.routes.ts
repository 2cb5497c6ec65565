import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { documentedAs, toFastifyPath } from '#server/plugins/route.ts';
import * as endpoints from '#shared/endpoints/votes.ts';
import { readId } from '#shared/schemas.ts';

import { readCallback } from './callback-values.ts';
import * as callbacks from './callbacks.service.ts';
import * as lists from './lists.service.ts';
import { registerSandboxToplist } from './sandbox-toplist.ts';
import * as votes from './votes.service.ts';

export async function registerVoteRoutes({ app, on, deps }: FeatureContext): Promise<void> {
  on(endpoints.getVoteOverview, () => votes.getVoteOverview(deps));

  on(endpoints.getOwnVotes, ({ account }) => votes.getOwnVotes(deps, account.id));

  on(endpoints.startVote, ({ account, params }) => votes.startVote(deps, account.id, params.id));

  on(endpoints.listManagedVoteLists, () => lists.listManagedVoteLists(deps));

  on(endpoints.createVoteList, ({ actor, body }) => lists.createVoteList(deps, actor, body));

  on(endpoints.updateVoteList, ({ actor, params, body: { version, ...draft } }) =>
    lists.updateVoteList(deps, actor, { id: params.id, draft, version }),
  );

  on(endpoints.deleteVoteList, ({ actor, params }) => lists.deleteVoteList(deps, actor, params.id));

  on(endpoints.renewVoteSecret, ({ actor, params }) =>
    lists.renewVoteSecret(deps, actor, params.id),
  );

  on(endpoints.updateVoteRules, ({ actor, body }) => lists.updateVoteRules(deps, actor, body));

  on(endpoints.sendTestCallback, ({ account, actor, params }) =>
    callbacks.sendTestCallback(deps, { ...actor, id: account.id }, params.id),
  );

  on(endpoints.listCallbacks, ({ query }) => callbacks.listCallbacks(deps, query.page));

  on(endpoints.retryCallback, ({ actor, params }) =>
    callbacks.retryCallback(deps, actor, params.id),
  );

  await app.register(async (scope) => registerCallback(scope, deps));
  if (deps.config.demo) await app.register(async (scope) => registerSandboxToplist(scope, deps));
}

const maxBytes = 64 * 1024;

/**
 * In its own scope, where bodies stay text: lists send forms and JSON, also under wrong types. No session, rate limit
 * or origin check: the secret in the address authenticates the caller. Every callback is answered with 200, because
 * lists repeat others or stop sending them.
 */
function registerCallback(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: maxBytes } as const;
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  const receive = async (request: FastifyRequest) => {
    const { id, secret } = request.params as { id: string; secret: string };
    const text = typeof request.body === 'string' ? request.body : undefined;
    const type = request.headers['content-type'] ?? '';
    await callbacks.receiveCallback(deps, {
      listId: readId(id),
      secret,
      method: request.method,
      sender: request.ip,
      votes: readCallback(request.query, text === undefined ? undefined : { type, text }),
    });
    return 'OK';
  };
  for (const endpoint of [endpoints.receiveCallback, endpoints.receivePostedCallback]) {
    const { schema, config } = documentedAs(endpoint);
    scope.route({
      method: endpoint.method,
      url: toFastifyPath(endpoint.path),
      schema,
      config: { ...config, isSigned: true },
      bodyLimit: maxBytes,
      handler: async (request, reply) => {
        const text = await receive(request);
        return reply.header('cache-control', 'no-store').type('text/plain').send(text);
      },
    });
  }
}
