import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';

import { each } from './example.tsx';

export function States() {
  return (
    <Stack>
      <Columns min="lg">
        <Panel>
          <Loading text="Loading hiscores...">
            <SkeletonRows count={5} />
          </Loading>
        </Panel>
        <Panel>
          <Loading text="Loading..." />
        </Panel>
        {each(['campfire', 'chest', 'scroll', 'signpost'], (scene) => (
          <Panel>
            <EmptyState scene={scene} text="Nothing yet." action={<Button>Next Step</Button>} />
          </Panel>
        ))}
      </Columns>
      <Panel>
        <ErrorState
          heading="The ravens did not come back"
          text="The server could not be reached. Wait a moment and try again."
          onRetry={() => showToast('Trying again.')}
        />
      </Panel>
    </Stack>
  );
}
