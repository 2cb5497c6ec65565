import { FreshSignIn } from '#client/features/accounts/fresh-sign-in.tsx';
import { EventStrip } from '#client/features/events/event-strip.tsx';
// Loaded here, so that logging out works without a connection.
import '#client/lib/log-out.ts';
import { useIsOn } from '#client/lib/site.ts';

/** On every page of a signed-in player. */
export function PlayerParts() {
  const isOn = useIsOn();
  return (
    <>
      {isOn('events') && <EventStrip />}
      <FreshSignIn />
    </>
  );
}
