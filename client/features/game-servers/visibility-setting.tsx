import { useMutation, useQuery } from '@tanstack/react-query';

import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { SwitchField } from '#client/ui/form/switch.tsx';

import { setVisibility, visibilityQuery } from './online-players.queries.ts';

export function VisibilitySetting() {
  const query = useQuery(visibilityQuery);
  const saving = useMutation({ mutationFn: setVisibility });
  return (
    <QueryPanel
      heading="Visibility"
      icon="eye"
      query={query}
      errorHeading="This setting could not be loaded."
      height="56px"
    >
      {({ isShownOnline }) => (
        <>
          <SwitchField
            label="Show when I am online"
            hint="A lit window with your name in the castle on the home page."
            // While saving, the switch shows the new value.
            checked={saving.isPending ? saving.variables.isShownOnline : isShownOnline}
            onChange={(next) => saving.mutate({ isShownOnline: next })}
          />
          <Failure error={saving.error} />
        </>
      )}
    </QueryPanel>
  );
}
