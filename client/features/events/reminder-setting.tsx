import { useMutation, useQuery } from '@tanstack/react-query';

import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { SwitchField } from '#client/ui/form/switch.tsx';

import { reminderQuery, setReminderSetting } from './events.queries.ts';

export function ReminderSetting() {
  const query = useQuery(reminderQuery);
  const saving = useMutation({ mutationFn: setReminderSetting });
  return (
    <QueryPanel
      heading="Email"
      icon="mail"
      query={query}
      errorHeading="This setting could not be loaded."
      height="56px"
    >
      {({ eventReminders }) => (
        <>
          <SwitchField
            label="Remind me about events"
            hint="An email one hour before an event you are going to."
            // While saving, the switch shows the new value.
            checked={saving.isPending ? saving.variables : eventReminders}
            onChange={(next) => saving.mutate(next)}
          />
          <Failure error={saving.error} />
        </>
      )}
    </QueryPanel>
  );
}
