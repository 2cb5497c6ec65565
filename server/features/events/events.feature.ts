import type { Feature } from '#server/feature.ts';

import { deleteTombstones } from './events.db.ts';
import { loadDemoEvents } from './events.demo.ts';
import { describeEventPages } from './events.pages.ts';
import { eventsPersonalData } from './events.personal-data.ts';
import { registerEventRoutes } from './events.routes.ts';
import { publishBegunEvents } from './events.service.ts';
import { eventSettings } from './events.settings.ts';
import { sendReminders } from './reminders.service.ts';
import { planSeries } from './series.service.ts';

export const events: Feature = {
  name: 'events',
  offSwitch: {
    label: 'Events',
    whenOff:
      'Without it there is no calendar, no feed, no reminder by email and no next event on the home page.',
  },
  personalData: eventsPersonalData,
  routes: registerEventRoutes,
  pages: describeEventPages,
  jobs: (deps) => [
    { name: 'events/announce-begun', everySeconds: 10, run: () => publishBegunEvents(deps) },
    { name: 'events/plan-series', everySeconds: 3600, run: () => planSeries(deps) },
    { name: 'events/send-reminders', everySeconds: 60, run: () => sendReminders(deps) },
    {
      name: 'events/delete-tombstones',
      everySeconds: 21_600,
      run: () => deleteTombstones(deps.db),
    },
  ],
  siteSettings: eventSettings,
  demo: loadDemoEvents,
};
