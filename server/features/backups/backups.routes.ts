import type { FeatureContext } from '#server/feature.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import * as endpoints from '#shared/endpoints/backups.ts';

import { getBackup, listBackups, openBackup } from './list-backups.service.ts';
import { requestBackup } from './requested-backups.service.ts';

export function registerBackupRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listBackups, () => listBackups(deps));

  on(endpoints.requestBackup, ({ actor }) => requestBackup(deps, actor));

  on(endpoints.getBackup, ({ params }) => getBackup(deps, params.name));

  on(endpoints.downloadBackup, async ({ params, actor, reply }) => {
    const { bytes, stream } = await openBackup(deps, actor, params.name);
    reply.type('application/gzip');
    if (bytes !== undefined) reply.header('content-length', bytes);
    return answerWithFile(reply, params.name, stream);
  });
}
