import { useQuery } from '@tanstack/react-query';

import { change } from '#client/lib/change.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { ActionSwitch } from '#client/ui/form/action-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import type { FeatureSwitch } from '#shared/endpoints/site-settings.ts';

import { featureSwitchesQuery } from './site-settings.queries.ts';

export function FeaturesPanel() {
  return (
    <QueryPanel
      variant="plain"
      heading="On This Site"
      icon="settings"
      query={useQuery(featureSwitchesQuery)}
      errorHeading="The features could not be loaded"
      height="360px"
    >
      {(switches) => (
        <Stack gap={4}>
          {switches.map((feature) => (
            <ActionSwitch
              key={feature.name}
              label={feature.label}
              hint={feature.whenOff}
              checked={feature.isOn}
              action={(isOn) => switchFeature(feature, isOn)}
            />
          ))}
        </Stack>
      )}
    </QueryPanel>
  );
}

/** Nothing is deleted while a feature is off, so the opposite brings everything back. */
function switchFeature({ name, label }: FeatureSwitch, isOn: boolean) {
  const send = (next: boolean) =>
    change('site', 'PUT /api/admin/features/{name}', { params: { name }, body: { isOn: next } });
  return {
    call: () => send(isOn),
    undo: () => send(!isOn),
    done: `${label}: ${isOn ? 'on' : 'off'}.`,
  };
}
