import type { ReactNode } from 'react';

import { LabelsScreen } from './labels-screen.tsx';

type Props = {
  /** What is planned and who may plan, above the types. */
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
