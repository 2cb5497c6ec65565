import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Columns, Stack } from '#client/ui/layout.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SkeletonRows } from '#client/ui/skeleton-rows.tsx';
import { showToast } from '#client/ui/toast.tsx';

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
