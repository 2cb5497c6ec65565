import type { FeatureContext } from '#server/feature.ts';
import { requireAccess } from '#server/plugins/session.ts';
import { pollCsvPath } from '#shared/poll-rules.ts';
import * as endpoints from '#shared/polls.ts';

import { renderPollCsv } from './poll-csv.ts';
import * as polls from './polls.service.ts';

export function registerPollRoutes({ app, on, deps }: FeatureContext): void {
  on(endpoints.listPolls, () => polls.listPolls(deps));

  on(endpoints.getPoll, ({ params }) => polls.getPoll(deps, params.id));

  on(endpoints.castVote, ({ account, params, body }) =>
    polls.castVote(deps, account, { pollId: params.id, ...body }),
  );

  on(endpoints.listManagedPolls, () => polls.listManagedPolls(deps));

  on(endpoints.createPoll, ({ actor, body }) => polls.createPoll(deps, actor, body));

  on(endpoints.updatePoll, ({ actor, params, body: { version, ...draft } }) =>
    polls.updatePoll(deps, actor, { id: params.id, draft, version }),
  );

  on(endpoints.endPoll, ({ actor, params }) => polls.endPoll(deps, actor, params.id));

  on(endpoints.deletePoll, ({ actor, params }) => polls.deletePoll(deps, actor, params.id));

  on(endpoints.getTurnout, ({ params }) => polls.getTurnout(deps, params.id));

  const csvPath = pollCsvPath(':id(^\\d{1,15}$)');
  app.get(csvPath, { schema: { hide: true } }, async (request, reply) => {
    await requireAccess(request, 'admin');
    const { id } = request.params as { id: string };
    const poll = await polls.getManagedPoll(deps, Number(id));
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', `attachment; filename="poll-${poll.id}.csv"`);
    return reply.type('text/csv; charset=utf-8').send(renderPollCsv(poll));
  });
}
