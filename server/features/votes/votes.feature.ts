import type { Feature } from '#server/feature.ts';

import { loadDemoVotes } from './votes.demo.ts';
import { describeVotePages } from './votes.pages.ts';
import { votesPersonalData } from './votes.personal-data.ts';
import { registerVoteRoutes } from './votes.routes.ts';
import { tidyVotes } from './votes.service.ts';

export const votes = {
  name: 'votes',
  offSwitch: {
    label: 'Votes',
    whenOff:
      'Without it there is no page to vote on toplists, and callbacks of the lists give no rewards.',
  },
  personalData: votesPersonalData,
  routes: registerVoteRoutes,
  pages: describeVotePages,
  jobs: (deps) => [{ name: 'votes/tidy', everySeconds: 900, run: () => tidyVotes(deps) }],
  demo: loadDemoVotes,
} satisfies Feature;
