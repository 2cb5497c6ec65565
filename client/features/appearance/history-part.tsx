import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { PagedView } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { Appearance, AppearanceVersion } from '#shared/appearance.ts';

import { restoreAppearance, versionsQuery } from './appearance.queries.ts';
import { PartHint } from './part-hint.tsx';
import { documentParts } from './parts.ts';

type Props = { isDirty: boolean; onRestored: () => void };

export function HistoryPart({ isDirty, onRestored }: Props) {
  const [page, setPage] = useState(1);
  const restoring = useRestore(onRestored);

  async function restore(id: number) {
    const name = id === 0 ? 'the original look' : `version ${id}`;
    const lost = isDirty ? ' Your unpublished changes are lost.' : '';
    const text = `Publish ${name} again? Every visitor sees it at once.${lost}`;
    if (await askConfirm(text, { confirmLabel: 'Restore' })) restoring.mutate(id);
  }

  return (
    <Stack gap={4}>
      <PartHint>What was published. Restoring publishes a copy, so nothing is lost.</PartHint>
      <PagedView
        query={useQuery(versionsQuery(page))}
        errorHeading="The history could not be loaded"
        panel="none"
        label="Pages of versions"
        onPage={setPage}
        empty={<PartHint>Nothing was published yet: this is the original look.</PartHint>}
      >
        {({ versions }) => (
          <Entries>
            {versions.map((version) => (
              <Entry
                key={version.id}
                text={
                  <>
                    Version {version.id} {version.isCurrent && <Chip tone="moss">Published</Chip>}
                  </>
                }
                facts={<Facts version={version} />}
                actions={
                  !version.isCurrent && (
                    <Button
                      size="sm"
                      aria-label={`Restore version ${version.id}`}
                      pending={restoring.isPending && restoring.variables === version.id}
                      onClick={() => void restore(version.id)}
                    >
                      Restore
                    </Button>
                  )
                }
              />
            ))}
          </Entries>
        )}
      </PagedView>
      <div>
        <Button icon="refresh" tone="quiet" onClick={() => void restore(0)}>
          Reset to the Original Look
        </Button>
      </div>
    </Stack>
  );
}

function Facts({ version: { publishedBy, publishedAt, changed } }: { version: AppearanceVersion }) {
  const labels = changed.map((name) => documentParts[name as keyof Appearance].label);
  return (
    <>
      {publishedBy ?? 'A deleted account'} · <Timestamp at={publishedAt} />
      {labels.length > 0 && ` · ${labels.join(', ')}`}
    </>
  );
}

export function useRestore(onRestored: () => void) {
  return useMutation({
    mutationFn: restoreAppearance,
    onSuccess: () => {
      onRestored();
      showToast('Published. Open pages follow within seconds.', { tone: 'success' });
    },
    onError: ({ message }) => showToast(message, { tone: 'danger' }),
  });
}
