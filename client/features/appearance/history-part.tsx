import { useMutation } from '@tanstack/react-query';

import { VersionHistory } from '#client/ui/data/version-history.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { Appearance, EditedAppearance } from '#shared/endpoints/appearance.ts';

import { restoreAppearance, versionsQuery } from './appearance.queries.ts';
import { PartHint } from './part-hint.tsx';
import { documentParts } from './parts.ts';

type OnRestored = (restored: EditedAppearance) => void;
type Props = { isDirty: boolean; onRestored: OnRestored };

export function HistoryPart({ isDirty, onRestored }: Props) {
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
      <VersionHistory
        query={versionsQuery}
        empty="Nothing has been published yet: this is the original look."
      >
        {({ id, publishedBy, publishedAt, isCurrent, changed }) => ({
          version: id,
          isPublished: isCurrent,
          by: publishedBy ?? 'A deleted account',
          at: publishedAt,
          note: changed.map((name) => documentParts[name as keyof Appearance].label).join(', '),
          actions: !isCurrent && (
            <Button
              size="sm"
              aria-label={`Restore version ${id}`}
              pending={restoring.isPending && restoring.variables === id}
              onClick={() => void restore(id)}
            >
              Restore
            </Button>
          ),
        })}
      </VersionHistory>
      <div>
        <Button icon="refresh" tone="quiet" onClick={() => void restore(0)}>
          Reset to the Original Look
        </Button>
      </div>
    </Stack>
  );
}

export function useRestore(onRestored: OnRestored) {
  return useMutation({
    mutationFn: restoreAppearance,
    onSuccess: (restored) => {
      onRestored(restored);
      showToast('Published. Open pages update within seconds.', { tone: 'success' });
    },
    onError: ({ message }) => showToast(message, { tone: 'danger' }),
  });
}
