import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { deleteTombstones } from './events.db.ts';
import { publishBegunEvents } from './events.service.ts';
import { sendReminders } from './reminders.service.ts';

export function eventJobs(deps: Deps): Job[] {
  return [
    { name: 'events/announce-begun', everySeconds: 10, run: () => publishBegunEvents(deps) },
    { name: 'events/send-reminders', everySeconds: 60, run: () => sendReminders(deps) },
    {
      name: 'events/delete-tombstones',
      everySeconds: 21_600,
      run: () => deleteTombstones(deps.db),
    },
  ];
}
