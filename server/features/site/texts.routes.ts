import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/lib/audit.ts';
import type { PageRegistry } from '#server/lib/page-registry.ts';
import type { On } from '#server/lib/route.ts';
import { textTitles } from '#shared/texts.ts';
import * as endpoints from '#shared/texts.ts';

import * as service from './texts.service.ts';

export function registerTextRoutes(on: On, deps: Deps): void {
  on(endpoints.getSiteText, ({ params }) => service.getSiteText(deps, params.name));

  on(endpoints.getEditedText, ({ params }) => service.getEditedText(deps, params.name));

  on(endpoints.updateSiteText, ({ account, request, params, body }) =>
    service.updateSiteText(deps, actorOf(account, request), {
      name: params.name,
      source: body.source,
    }),
  );
}

export function describeTextPages({ describePage, addAddresses }: PageRegistry, deps: Deps): void {
  for (const name of ['terms', 'privacy'] as const) {
    describePage(`/${name}`, ['site'], async () => ({
      title: textTitles[name],
      description: `${textTitles[name]} of ${deps.config.siteName}.`,
      data: [{ key: ['site', 'text', name], value: await service.getSiteText(deps, name) }],
    }));
  }
  addAddresses(async () => [{ path: '/terms' }, { path: '/privacy' }]);
}
