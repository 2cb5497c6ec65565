import type { ReactNode } from 'react';

import { LabelsScreen } from './labels-screen.tsx';

type Props = {
  /** Shown above the types: planned events and who may plan them. */
  overview: ReactNode;
};

export function EventTypesScreen({ overview }: Props) {
  return (
    <LabelsScreen
      list="events"
      overview={overview}
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
