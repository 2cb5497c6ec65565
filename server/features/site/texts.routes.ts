import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/lib/audit.ts';
import type { PageRegistry } from '#server/lib/page-registry.ts';
import type { On } from '#server/lib/route.ts';
import { getEditedText, getSiteText, textTitles, updateSiteText } from '#shared/texts.ts';

import * as texts from './texts.service.ts';

export function registerTextRoutes(on: On, deps: Deps): void {
  on(getSiteText, ({ params }) => texts.getText(deps, params.name));

  on(getEditedText, ({ params }) => texts.getEditedText(deps, params.name));

  on(updateSiteText, ({ account, request, params, body }) =>
    texts.saveText(deps, actorOf(account, request), { name: params.name, source: body.source }),
  );
}

export function describeTextPages({ describePage, addAddresses }: PageRegistry, deps: Deps): void {
  for (const name of ['terms', 'privacy'] as const) {
    describePage(`/${name}`, ['site'], async () => ({
      title: textTitles[name],
      description: `${textTitles[name]} of ${deps.config.siteName}.`,
      data: [{ key: ['site', 'text', name], value: await texts.getText(deps, name) }],
    }));
  }
  addAddresses(async () => [{ path: '/terms' }, { path: '/privacy' }]);
}
