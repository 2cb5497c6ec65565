import type { Feature } from '#server/feature.ts';

import { loadDemoInbox } from './inbox.demo.ts';
import { inboxPersonalData } from './inbox.personal-data.ts';
import { registerInboxRoutes } from './inbox.routes.ts';
import { pruneInbox } from './inbox.service.ts';

export const inbox = {
  name: 'inbox',
  offSwitch: {
    label: 'Inbox',
    whenOff:
      'Without it players cannot report, ask or appeal, and banned players cannot sign in to appeal. Threads stay and come back with it.',
  },
  personalData: inboxPersonalData,
  routes: registerInboxRoutes,
  jobs: (deps) => [{ name: 'inbox/prune', everySeconds: 3600, run: () => pruneInbox(deps) }],
  demo: loadDemoInbox,
} satisfies Feature;
