import type { Deps } from '#server/deps.ts';
import type { Job } from '#server/lib/jobs.ts';

import { deleteOldAnswers } from './bridge.db.ts';
import { deleteOldCommands } from './commands.db.ts';
import { expireCommands } from './commands.service.ts';
import { returnExpiredLeases } from './deliveries.service.ts';
import { markSilentServersOffline } from './heartbeat.service.ts';
import { deleteOldSamples, rollUpSamples } from './servers.db.ts';

export function bridgeJobs(deps: Deps): Job[] {
  const { db } = deps;
  return [
    { name: 'bridge/notice-silence', everySeconds: 3, run: () => markSilentServersOffline(deps) },
    { name: 'bridge/return-leases', everySeconds: 10, run: () => returnExpiredLeases(deps) },
    { name: 'bridge/expire-commands', everySeconds: 5, run: () => expireCommands(deps) },
    {
      name: 'bridge/tidy',
      everySeconds: 900,
      async run() {
        await rollUpSamples(db, { from: 60, to: 900, after: '2 days' });
        await rollUpSamples(db, { from: 900, to: 3600, after: '60 days' });
        await deleteOldSamples(db);
        await deleteOldAnswers(db);
        await deleteOldCommands(db);
      },
    },
  ];
}
