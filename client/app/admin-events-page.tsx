import { EventsOverview } from '#client/features/events/events-overview.tsx';
import { LabelsScreen } from '#client/features/labels/labels-screen.tsx';

export function AdminEventsPage() {
  return (
    <LabelsScreen
      list="events"
      overview={<EventsOverview />}
      texts={{
        heading: 'Events',
        lead: 'Every event has one of the types below. Hosts choose from them, and players filter the calendar by them, in this order.',
        add: 'Add Type',
        edit: 'Edit Type',
        one: 'event',
        many: 'events',
      }}
    />
  );
}
