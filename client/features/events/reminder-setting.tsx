import { useMutation, useQuery } from '@tanstack/react-query';

import { Callout } from '#client/ui/callout.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

import { reminderQuery, setReminderSetting } from './events.queries.ts';

/** A panel for the settings page. */
export function ReminderSetting() {
  const setting = useQuery(reminderQuery);
  const saving = useMutation({ mutationFn: setReminderSetting });
  // While saving, the checkbox shows the new value.
  const shown = saving.isPending ? saving.variables : setting.data?.eventReminders;
  return (
    <Panel heading="Email" icon="mail">
      {setting.isPending && <Skeleton shape="block" height="56px" />}
      {setting.isError && (
        <ErrorState
          heading="This setting could not be loaded."
          text={setting.error.message}
          onRetry={() => void setting.refetch()}
        />
      )}
      {shown !== undefined && (
        <Checkbox
          label="Remind me about events"
          hint="An email one hour before an event you are going to."
          checked={shown}
          onChange={(event) => saving.mutate(event.target.checked)}
        />
      )}
      {saving.isError && (
        <Callout tone="danger" live>
          {saving.error.message}
        </Callout>
      )}
    </Panel>
  );
}
