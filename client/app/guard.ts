import { redirect } from '@tanstack/react-router';

import { verifySession } from '#client/lib/session.ts';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { checkRouteAccess } from '#shared/rules/route-guard.ts';
import type { GuardedPage } from '#shared/rules/route-guard.ts';

/** Runs before every page that requires a login. The session is verified again each time. */
export async function guardRoute(page: GuardedPage, target: string): Promise<void> {
  const verdict = checkRouteAccess(page, await verifySession());
  if (verdict.kind === 'login') throw redirect({ to: '/login', search: { redirect: target } });
  if (verdict.kind === 'refuse') {
    void showAlert(verdict.message, 'refusal');
    throw redirect({ to: '/' });
  }
}
