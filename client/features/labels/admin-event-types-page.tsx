import { Link } from '@tanstack/react-router';

import { BackLink } from '#client/ui/back-link.tsx';

import { LabelsScreen } from './labels-screen.tsx';

export function AdminEventTypesPage() {
  return (
    <LabelsScreen
      list="events"
      above={
        <BackLink label="Events Calendar" render={(props) => <Link to="/events" {...props} />} />
      }
      texts={{
        heading: 'Event Types',
        lead: 'Every event has one of these. Hosts choose from them, and players filter the calendar by them, in this order.',
        add: 'Add Type',
        edit: 'Edit Type',
        one: 'event',
        many: 'events',
      }}
    />
  );
}
