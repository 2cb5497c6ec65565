import type { FeatureContext } from '#server/feature.ts';
import { sendPreview } from '#server/features/site/preview.routes.ts';
import { getPreview } from '#server/features/site/preview.service.ts';
import type { Preview } from '#server/features/site/preview.service.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import * as endpoints from '#shared/endpoints/own-pages.ts';

import * as edit from './edit-pages.service.ts';
import * as pages from './own-pages.service.ts';

export function registerOwnPageRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getOwnPage, ({ params }) => pages.getOwnPage(deps, params.slug));

  on(endpoints.listOwnPages, () => pages.listOwnPages(deps));

  on(endpoints.getEditedPage, ({ params }) => pages.getEditedPage(deps, params.id));

  on(endpoints.listPageVersions, ({ params, query }) =>
    pages.listPageVersions(deps, params.id, query.page),
  );

  on(endpoints.getPageVersion, ({ params }) =>
    pages.getPageVersion(deps, params.id, params.version),
  );

  on(endpoints.createOwnPage, ({ actor, body }) => edit.createOwnPage(deps, actor, body));

  on(endpoints.saveOwnPage, ({ actor, params, body }) =>
    edit.saveOwnPage(deps, actor, params.id, body),
  );

  on(endpoints.unpublishOwnPage, ({ actor, params }) =>
    edit.unpublishOwnPage(deps, actor, params.id),
  );

  on(endpoints.placeOwnPage, ({ actor, params, body }) =>
    edit.placeOwnPage(deps, actor, params.id, body),
  );

  on(endpoints.reorderOwnPages, ({ actor, body }) => edit.reorderOwnPages(deps, actor, body.ids));

  on(endpoints.deleteOwnPage, ({ actor, params }) => edit.deleteOwnPage(deps, actor, params.id));

  on(endpoints.restorePageVersion, ({ actor, params }) =>
    edit.restorePageVersion(deps, actor, params.id, params.version),
  );
}

export function registerPagePreviews({ app, deps }: FeatureContext): void {
  const cache = createTopicCache<Preview>(deps.live, 50);
  app.addHook('onClose', async () => cache.close());

  app.get<{ Params: { slug: string } }>(
    '/og/pages/:slug.png',
    { schema: { hide: true } },
    async (request, reply) => {
      const { slug } = request.params;
      const preview = await cache.get(slug, ['site'], async () => {
        const { title } = await pages.getOwnPage(deps, slug);
        return getPreview(deps, { title, label: '', note: '' });
      });
      return sendPreview(preview, request, reply);
    },
  );
}
