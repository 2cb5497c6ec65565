import { useMutation, useQuery } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Panel } from '#client/ui/panel.tsx';

import { hideSetup, setupQuery } from './setup.queries.ts';
import { isSettled, StepList } from './step-list.tsx';

import styles from '../admin-home-page.module.css';

/** On the dashboard: what a new site still needs. Can be hidden once nothing is open. */
export function OpenSteps() {
  const { data } = useQuery(setupQuery);
  const hiding = useMutation({
    mutationFn: () => hideSetup(true),
    onError: (error) => void showAlert(error.message),
  });
  if (!data || data.isHidden || data.steps.length === 0) return null;
  const open = data.steps.filter((step) => !isSettled(step)).length;
  return (
    <Panel
      variant="plain"
      heading={open === 0 ? 'The Site Is Set Up' : `Still Open: ${open} of ${data.steps.length}`}
      icon="anvil"
      className={styles.permissions}
      actions={
        open === 0 && (
          <Button size="sm" tone="quiet" pending={hiding.isPending} onClick={() => hiding.mutate()}>
            Hide This List
          </Button>
        )
      }
    >
      <StepList steps={data.steps} />
    </Panel>
  );
}
