import type { FeatureContext } from '#server/feature.ts';
import { actorOf } from '#server/lib/audit.ts';
import { requireAccess } from '#server/plugins/session.ts';
import { pollCsvPath } from '#shared/poll-rules.ts';
import {
  castVote,
  createPoll,
  deletePoll,
  endPoll,
  getPoll,
  getTurnout,
  listManagedPolls,
  listPolls,
  updatePoll,
} from '#shared/polls.ts';

import { renderPollCsv } from './poll-csv.ts';
import * as polls from './polls.service.ts';

export function registerPollRoutes({ app, on, deps }: FeatureContext): void {
  on(listPolls, () => polls.listPolls(deps));

  on(getPoll, ({ params }) => polls.getPoll(deps, params.id));

  on(castVote, ({ account, params, body }) =>
    polls.castVote(deps, account, { pollId: params.id, ...body }),
  );

  on(listManagedPolls, () => polls.listManagedPolls(deps));

  on(createPoll, ({ account, request, body }) =>
    polls.createPoll(deps, actorOf(account, request), body),
  );

  on(updatePoll, ({ account, request, params, body: { version, ...draft } }) =>
    polls.updatePoll(deps, actorOf(account, request), { id: params.id, draft, version }),
  );

  on(endPoll, ({ account, request, params }) =>
    polls.endPoll(deps, actorOf(account, request), params.id),
  );

  on(deletePoll, ({ account, request, params }) =>
    polls.deletePoll(deps, actorOf(account, request), params.id),
  );

  on(getTurnout, ({ params }) => polls.getTurnout(deps, params.id));

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
