import type { FeatureContext } from '#server/feature.ts';

export function describeAccountPages({ pages, deps }: FeatureContext): void {
  const readName = async () => (await deps.brand.read()).name;
  pages.addAddresses([], async () => [{ path: '/register' }]);

  pages.describe('/login', async () => ({ description: `Sign in to ${await readName()}.` }));
  pages.describe('/register', async () => ({
    description: `Create a free ${await readName()} account.`,
  }));
  pages.describe('/reset', () => ({ description: 'Request an email to set a new password.' }));
  pages.describe('/reset-password', () => ({ isHidden: true }));
  pages.describe('/claim-name', () => ({ isHidden: true }));
  pages.describe('/confirm-email', () => ({ isHidden: true }));
}
