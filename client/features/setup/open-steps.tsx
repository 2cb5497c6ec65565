import { useQuery } from '@tanstack/react-query';

import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { hideSetup, setupQuery } from './setup.queries.ts';
import { isSettled, StepList } from './step-list.tsx';

export function OpenSteps() {
  const { data } = useQuery(setupQuery);
  if (!data || data.isHidden || data.steps.length === 0) return null;
  const open = data.steps.filter((step) => !isSettled(step)).length;
  return (
    <Panel
      variant="plain"
      heading={open === 0 ? 'The Site Is Set Up' : `Still Open: ${open} of ${data.steps.length}`}
      icon="anvil"
      actions={
        open === 0 && (
          <ActionButton
            size="sm"
            tone="quiet"
            action={{ name: 'Hide This List', call: () => hideSetup(true) }}
          />
        )
      }
    >
      <StepList steps={data.steps} />
    </Panel>
  );
}
