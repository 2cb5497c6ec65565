import { useMutation, useQuery } from '@tanstack/react-query';

import { Failure } from '#client/ui/callout.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';

import { reminderQuery, setReminderSetting } from './events.queries.ts';

/** A panel for the settings page. */
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
          <Checkbox
            label="Remind me about events"
            hint="An email one hour before an event you are going to."
            // While saving, the checkbox shows the new value.
            checked={saving.isPending ? saving.variables : eventReminders}
            onChange={(event) => saving.mutate(event.target.checked)}
          />
          <Failure error={saving.error} />
        </>
      )}
    </QueryPanel>
  );
}
