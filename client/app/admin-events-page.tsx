import { EventsOverview } from '#client/features/events/events-overview.tsx';
import { EventTypesScreen } from '#client/features/labels/event-types-screen.tsx';

export function AdminEventsPage() {
  return <EventTypesScreen overview={<EventsOverview />} />;
}
