import type { FeatureContext } from '#server/feature.ts';

export function describeSitePages({ pages, deps }: FeatureContext): void {
  pages.describe('/api/docs', async () => {
    const { name } = await deps.brand.read();
    return {
      description: `Every endpoint of the ${name} API, for developers who build tools with it.`,
    };
  });
}
