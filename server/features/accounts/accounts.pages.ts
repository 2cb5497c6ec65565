import type { FeatureContext } from '#server/feature.ts';

export function describeAccountPages({ pages, deps }: FeatureContext): void {
  const { siteName } = deps.config;
  pages.addAddresses([], async () => [{ path: '/register' }]);

  pages.describe('/login', () => ({ description: `Sign in to ${siteName}.` }));
  pages.describe('/register', () => ({ description: `Create a free ${siteName} account.` }));
  pages.describe('/reset', () => ({ description: 'Request an email to set a new password.' }));
  pages.describe('/reset-password', () => ({ isHidden: true }));
  pages.describe('/confirm-email', () => ({ isHidden: true }));
}
