import type { FeatureContext } from '#server/feature.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import { queryKey } from '#shared/query-key.ts';

import { getVoteOverview, hasVotes } from './votes.service.ts';

export function describeVotePages({ pages, deps }: FeatureContext): void {
  pages.addAddresses(['votes', 'site'], async () =>
    (await hasVotes(deps)) ? [{ path: '/vote' }] : [],
  );

  pages.describe('/vote', async () => ({
    title: 'Vote',
    description: `Vote for ${(await deps.brand.read()).name} on the toplists, and get a reward for each vote.`,
    data: [firstRead(queryKey('votes', 'GET /api/votes', {}), await getVoteOverview(deps))],
  }));
}
