import type { FeatureContext } from '#server/feature.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import * as endpoints from '#shared/endpoints/polls.ts';

import { renderPollCsv } from './poll-csv.ts';
import { findVote } from './polls.db.ts';
import * as polls from './polls.service.ts';

export function registerPollRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listPolls, ({ query }) => polls.listPolls(deps, query.limit));

  on(endpoints.getPoll, ({ params }) => polls.getPoll(deps, params.id));

  on(endpoints.getOwnVote, async ({ account, params }) => ({
    answers: await findVote(deps.db, params.id, account.id),
  }));

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

  on(endpoints.downloadPollResults, async ({ params, reply }) => {
    const poll = await polls.getManagedPoll(deps, params.id);
    return answerWithFile(reply, `poll-${poll.id}.csv`, renderPollCsv(poll));
  });
}
