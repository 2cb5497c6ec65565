import type { FeatureContext } from '#server/feature.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import { queryKey } from '#shared/query-key.ts';
import { formatPollDate } from '#shared/rules/polls.ts';
import { readId } from '#shared/schemas.ts';

import { getPoll, listPolls } from './polls.service.ts';

export function describePollPages({ pages, deps }: FeatureContext): void {
  pages.addAddresses(['polls'], async () => {
    const polls = await listPolls(deps);
    return [{ path: '/polls' }, ...polls.map(({ id }) => ({ path: `/polls/${id}` }))];
  });

  pages.describe('/polls', async () => ({
    title: 'Polls',
    description: `What should ${(await deps.brand.read()).name} become? See the current polls and how past ones were decided.`,
    data: [firstRead(queryKey('polls', 'GET /api/polls', { query: {} }), await listPolls(deps))],
  }));

  pages.describe('/polls/$id', async ({ params }) => {
    const id = params.id ?? '';
    const poll = await getPoll(deps, readId(id));
    return {
      title: poll.title,
      description: summaryOf(poll),
      // An id with leading zeros names the same poll.
      canonical: `/polls/${poll.id}`,
      data: [firstRead(queryKey('polls', 'GET /api/polls/{id}', { params: { id } }), poll)],
    };
  });
}

function summaryOf(poll: Poll): string {
  const date = formatPollDate(poll.endTime, 'UTC');
  const asked = poll.questions.map(({ question }) => question).join(' ');
  return `${poll.ended ? 'Ended' : 'Ends'} ${date}. ${asked}`.slice(0, 300);
}
