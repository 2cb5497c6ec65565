import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '#client/lib/session.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import { canHostEvents } from '#shared/rules/events.ts';

import { eventSettingsQuery } from './events.queries.ts';

/** The signed-in user if they may host events. */
export function useHost(): SessionUser | undefined {
  const { data: user } = useQuery(sessionQuery);
  const { data: settings } = useQuery({ ...eventSettingsQuery, enabled: Boolean(user) });
  if (!user) return undefined;
  const account = {
    userRights: user.user_rights,
    permissions: user.permissions,
    communityManager: user.community_manager,
  };
  return canHostEvents(account, settings ?? { playersMayHost: false }) ? user : undefined;
}
