import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { useAttendance } from './events.queries.ts';
import type { AttendanceAction } from './events.queries.ts';

const looks: Record<AttendanceAction, { label: string; icon: IconName }> = {
  going: { label: 'Going', icon: 'check' },
  interested: { label: 'Interested', icon: 'bell' },
  unmark: { label: 'Unmark', icon: 'minus' },
};

/** Going unless going, Interested unless either, Unmark when going. Visitors get links to the login. */
export function AttendanceButtons({ event }: { event: GameEvent }) {
  const { isLoggedIn, username } = useSession();
  const sending = useAttendance(event, username);
  if (!isLoggedIn) {
    return (['going', 'interested'] as const).map((action) => (
      <LinkButton
        key={action}
        to="/login"
        search={{ redirect: `/events?event=${event.id}` }}
        preload={false}
        size="sm"
        icon={looks[action].icon}
      >
        {looks[action].label}
      </LinkButton>
    ));
  }
  return findActions(event, username).map((action) => (
    <Button
      key={action}
      size="sm"
      icon={looks[action].icon}
      tone={action === 'unmark' ? 'quiet' : 'secondary'}
      pending={sending.isPending && sending.variables === action}
      aria-describedby={`event-${event.id}-title`}
      onClick={() => sending.mutate(action)}
    >
      {looks[action].label}
    </Button>
  ));
}

function findActions({ going, interested }: GameEvent, username: string): AttendanceAction[] {
  if (going.includes(username)) return ['unmark'];
  return interested.includes(username) ? ['going'] : ['going', 'interested'];
}
