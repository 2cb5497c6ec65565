import type { Feature } from '#server/feature.ts';

import { loadDemoPolls } from './polls.demo.ts';
import { describePollPages } from './polls.pages.ts';
import { pollsPersonalData } from './polls.personal-data.ts';
import { registerPollRoutes } from './polls.routes.ts';
import { endDuePolls } from './polls.service.ts';
import { pollSettings } from './polls.settings.ts';

export const polls = {
  name: 'polls',
  offSwitch: {
    label: 'Polls',
    whenOff: 'Without it there are no polls and no results, and nobody can vote.',
  },
  personalData: pollsPersonalData,
  routes: registerPollRoutes,
  pages: describePollPages,
  jobs: (deps) => [{ name: 'polls/end-in-time', everySeconds: 2, run: () => endDuePolls(deps) }],
  siteSettings: pollSettings,
  demo: loadDemoPolls,
} satisfies Feature;
