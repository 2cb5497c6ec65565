import type { FeatureContext } from '#server/feature.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { registerUpload } from '#server/plugins/picture-upload.ts';
import * as endpoints from '#shared/endpoints/inbox.ts';

import * as appeals from './appeals.service.ts';
import { updateInboxSettings, uploadInboxPicture } from './inbox.service.ts';
import { inboxSettings } from './inbox.settings.ts';
import * as own from './own-threads.service.ts';
import * as staff from './staff.service.ts';

export async function registerInboxRoutes({ app, on, deps }: FeatureContext): Promise<void> {
  on(endpoints.getSupport, ({ account }) => own.getSupport(deps, account.id));

  on(endpoints.getOwnThread, ({ account, params }) =>
    own.getOwnThread(deps, account.id, params.id),
  );

  on(endpoints.openThread, ({ account, request, body }) =>
    own.openThread(deps, { id: account.id, ip: request.ip }, body),
  );

  on(endpoints.replyToThread, ({ account, params, body }) =>
    own.replyToThread(deps, account.id, { ...body, id: params.id }),
  );

  on(endpoints.markThreadRead, ({ account, params }) =>
    own.markThreadRead(deps, account.id, params.id),
  );

  await app.register(async (scope) => {
    registerUpload(scope, deps, endpoints.uploadInboxPicture, (bytes, { account, request }) =>
      uploadInboxPicture(deps, account, { bytes, ip: request.ip }),
    );
  });

  on(endpoints.getAppeals, ({ account }) => appeals.getAppeals(deps, account.id));

  on(endpoints.openAppeal, ({ account, request, body }) =>
    appeals.openAppeal(deps, { id: account.id, ip: request.ip }, body),
  );

  on(endpoints.replyToAppeal, ({ account, params, body }) =>
    own.replyToThread(deps, account.id, { ...body, id: params.id, isAppeal: true }),
  );

  on(endpoints.listThreads, ({ account, query }) => staff.listThreads(deps, account, query));

  on(endpoints.getInboxSettings, () => getSetting(deps, inboxSettings));

  on(endpoints.updateInboxSettings, ({ actor, body }) => updateInboxSettings(deps, actor, body));

  on(endpoints.getThread, ({ account, params }) => staff.getThread(deps, account, params.id));

  on(endpoints.markThreadSeen, ({ account, params }) =>
    staff.markThreadSeen(deps, account, params.id),
  );

  on(endpoints.answerThread, ({ params, body, ...caller }) =>
    staff.answerThread(deps, caller, { ...body, id: params.id }),
  );

  on(endpoints.updateThread, ({ params, body, ...caller }) =>
    staff.updateThread(deps, caller, { ...body, id: params.id }),
  );

  on(endpoints.decideAppeal, ({ params, body, ...caller }) =>
    appeals.decideAppeal(deps, caller, { ...body, id: params.id }),
  );

  on(endpoints.mergeThread, ({ params, body, ...caller }) =>
    staff.mergeThread(deps, caller, { ...body, id: params.id }),
  );

  on(endpoints.blockFromInbox, ({ params, body, ...caller }) =>
    staff.blockFromInbox(deps, caller, { ...body, id: params.id }),
  );
}
