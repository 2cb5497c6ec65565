import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';

import { reminderQuery } from './events.queries.ts';

export function ReminderSetting() {
  return (
    <QueryPanel
      heading="Email"
      icon="mail"
      query={useQuery(reminderQuery)}
      errorHeading="This setting could not be loaded."
      height="56px"
    >
      {({ eventReminders }) => (
        <ActionSwitch
          label="Remind me about events"
          hint="An email one hour before an event you are going to."
          checked={eventReminders}
          action={(next) => ({
            call: () =>
              call('PATCH /api/account/notifications', { body: { eventReminders: next } }),
            refresh: reminderQuery.queryKey,
          })}
        />
      )}
    </QueryPanel>
  );
}
