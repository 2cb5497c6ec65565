import type { FastifyReply } from 'fastify';

import type { FeatureContext } from '#server/feature.ts';
import * as deletion from '#server/features/accounts/account-deletion.service.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import * as endpoints from '#shared/endpoints/personal-data.ts';

import { exportOwnData, exportUserData } from './export.service.ts';
import type { DataExport } from './export.service.ts';

export function registerPersonalDataRoutes({ on, deps, personalData }: FeatureContext): void {
  const all = { ...deps, personalData };

  on(endpoints.exportOwnData, async ({ account, reply }) =>
    answerWithZip(reply, await exportOwnData(all, account.username)),
  );

  on(endpoints.exportUserData, async ({ params, actor, reply }) =>
    answerWithZip(reply, await exportUserData(all, actor, params.username)),
  );

  on(endpoints.getOwnDeletion, ({ account }) => deletion.describeDeletion(account));

  on(endpoints.requestOwnDeletion, ({ account, actor }) =>
    deletion.requestOwnDeletion(deps, actor, account.username),
  );

  on(endpoints.keepOwnAccount, ({ account, actor }) =>
    deletion.keepOwnAccount(deps, actor, account.username),
  );

  on(endpoints.requestUserDeletion, ({ params, body, actor }) =>
    deletion.requestUserDeletion(deps, { ...params, ...body, actor }),
  );

  on(endpoints.keepUserAccount, ({ params, query, actor }) =>
    deletion.keepUserAccount(deps, { ...params, ...query, actor }),
  );
}

function answerWithZip(reply: FastifyReply, { fileName, bytes }: DataExport): Promise<string> {
  reply.type('application/zip');
  return answerWithFile(reply, fileName, bytes);
}
