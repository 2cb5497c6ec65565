import type { FeatureContext } from '#server/feature.ts';
import { nameStoreLink } from '#shared/rules/appearance-defaults.ts';

export function describeShopPages({ pages, deps }: FeatureContext): void {
  pages.describe('/shop', async () => ({ title: nameStoreLink(await deps.brand.read()) }));
}
