import type { FeatureContext } from '#server/feature.ts';
import { requireAccess, requireFreshSignIn } from '#server/plugins/session.ts';
import {
  getGamePassword,
  removeGamePassword,
  setGamePassword,
} from '#shared/endpoints/game-servers.ts';

import * as passwords from './game-passwords.service.ts';

export function registerGamePasswordRoutes({ on, deps }: FeatureContext): void {
  on(getGamePassword, ({ account }) => passwords.getGamePassword(deps, account));

  on(setGamePassword, async ({ account, request, body }) => {
    requireFreshSignIn(await requireAccess(request, { access: 'login' }));
    return passwords.setGamePassword(deps, account, body.password);
  });

  on(removeGamePassword, async ({ account, request }) => {
    requireFreshSignIn(await requireAccess(request, { access: 'login' }));
    await passwords.removeGamePassword(deps, account);
  });
}
