import type { FeatureContext } from '#server/feature.ts';
import { firstRead } from '#server/lib/page-registry.ts';
import { queryKey } from '#shared/query-key.ts';
import { textTitles } from '#shared/text-format.ts';
import * as endpoints from '#shared/texts.ts';

import * as service from './texts.service.ts';

export function registerTextRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getSiteText, ({ params }) => service.getSiteText(deps, params.name));

  on(endpoints.getEditedText, ({ params }) => service.getEditedText(deps, params.name));

  on(endpoints.updateSiteText, ({ actor, params, body }) =>
    service.updateSiteText(deps, actor, { name: params.name, source: body.source }),
  );
}

export function describeTextPages({ pages, deps }: FeatureContext): void {
  for (const name of ['terms', 'privacy'] as const) {
    pages.describe(`/${name}`, async () => ({
      title: textTitles[name],
      description: `${textTitles[name]} of ${(await deps.brand.read()).name}.`,
      data: [
        firstRead(
          queryKey('site', 'GET /api/site/texts/{name}', { params: { name } }),
          await service.getSiteText(deps, name),
        ),
      ],
    }));
  }
  pages.addAddresses([], async () => [{ path: '/terms' }, { path: '/privacy' }]);
}
