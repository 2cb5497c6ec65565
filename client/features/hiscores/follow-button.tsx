import { useQuery } from '@tanstack/react-query';

import { useSession } from '#client/lib/session.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { followedQuery, setFollowed } from './hiscores.queries.ts';

import styles from './follow-button.module.css';

/** A star for signed-in players. The list can show only the players with a star. */
export function FollowButton({ name }: { name: string }) {
  const { isLoggedIn, username } = useSession();
  const { data } = useQuery({ ...followedQuery, enabled: isLoggedIn });
  if (!data || toUsernameKey(username) === toUsernameKey(name)) return null;
  const isFollowed = data.usernames.includes(name);
  return (
    <ActionButton
      size="sm"
      aria-pressed={isFollowed}
      label={`Follow ${name}`}
      className={styles.star}
      action={{
        name: isFollowed ? 'Followed' : 'Follow',
        icon: 'star',
        call: () => setFollowed(name, !isFollowed),
        refresh: followedQuery.queryKey,
      }}
    />
  );
}
