import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/mail-texts.ts';

import * as mailTexts from './mail-texts.service.ts';

export function registerMailTextRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listMailTexts, ({ account }) => mailTexts.listMailTexts(deps, account.username));

  on(endpoints.saveMailText, ({ actor, params, body }) =>
    mailTexts.saveMailText(deps, actor, { ...params, ...body }),
  );

  on(endpoints.resetMailText, ({ actor, params, body }) =>
    mailTexts.resetMailText(deps, actor, { ...params, ...body }),
  );

  on(endpoints.sendMailSample, ({ account, actor, params, body }) =>
    mailTexts.sendMailSample(deps, { actor, email: account.email }, { ...params, text: body }),
  );

  on(endpoints.listMailTextVersions, ({ params, query }) =>
    mailTexts.listMailTextVersions(deps, params.kind, query.page),
  );
}
