import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';

import { visibilityQuery } from './online-players.queries.ts';

export function VisibilitySetting() {
  return (
    <QueryPanel
      heading="Visibility"
      icon="eye"
      query={useQuery(visibilityQuery)}
      errorHeading="This setting could not be loaded."
      height="56px"
    >
      {({ isShownOnline }) => (
        <ActionSwitch
          label="Show when I am online"
          hint="A lit window with your name in the castle on the home page."
          checked={isShownOnline}
          action={(next) => ({
            call: () => call('PATCH /api/account/visibility', { body: { isShownOnline: next } }),
            refresh: visibilityQuery.queryKey,
          })}
        />
      )}
    </QueryPanel>
  );
}
