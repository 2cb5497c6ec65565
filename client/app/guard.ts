import { notFound, redirect } from '@tanstack/react-router';

import { verifySession } from '#client/lib/session.ts';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { isPageOf } from '#shared/pages.ts';
import { checkRouteAccess } from '#shared/rules/route-guard.ts';
import type { GuardedPage } from '#shared/rules/route-guard.ts';
import type { SiteInfo } from '#shared/site.ts';

/** Runs before every page. A page that requires a login has the session verified again. */
export async function guardRoute(
  page: GuardedPage | undefined,
  target: string,
  { featuresOff }: SiteInfo,
): Promise<void> {
  if (isPageOf(featuresOff, target)) throw notFound();
  if (!page?.requiresLogin) return;
  const verdict = checkRouteAccess(page, await verifySession());
  if (verdict.kind === 'login') throw redirect({ to: '/login', search: { redirect: target } });
  if (verdict.kind === 'refuse') {
    void showAlert(verdict.message, 'refusal');
    throw redirect({ to: '/' });
  }
}
