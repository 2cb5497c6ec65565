import type { FeatureContext } from '#server/feature.ts';

import { assertSetupCode } from './setup-link.service.ts';

export function describeSetupPages({ pages, deps }: FeatureContext): void {
  pages.describe('/setup', async ({ query }) => {
    // Throws what makes the page the ordinary not-found page.
    await assertSetupCode(deps.db, query.code ?? '');
    return { isHidden: true };
  });
}
