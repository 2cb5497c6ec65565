import type { Action } from '#client/lib/use-action.ts';
import { VersionHistory } from '#client/ui/data/version-history.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import type { Appearance, EditedAppearance } from '#shared/endpoints/appearance.ts';

import { restoreAppearance, versionsQuery } from './appearance.queries.ts';
import { documentParts } from './parts.ts';

type OnRestored = (restored: EditedAppearance) => void;
type Props = { isDirty: boolean; onRestored: OnRestored };

export function HistoryPart({ isDirty, onRestored }: Props) {
  const restore = (id: number, name: string): Action => {
    const what = id === 0 ? 'the original look' : `version ${id}`;
    const lost = isDirty ? ' Your unpublished changes are lost.' : '';
    return {
      ...publishAgain(id, onRestored),
      name,
      ask: `Publish ${what} again? Every visitor sees it at once.${lost}`,
      confirmLabel: 'Restore',
    };
  };
  return (
    <Stack gap={4}>
      <Hint>What was published. Restoring publishes a copy, so nothing is lost.</Hint>
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
            <ActionButton
              size="sm"
              label={`Restore version ${id}`}
              action={restore(id, 'Restore')}
            />
          ),
        })}
      </VersionHistory>
      <div>
        <ActionButton
          icon="refresh"
          tone="quiet"
          action={restore(0, 'Reset to the Original Look')}
        />
      </div>
    </Stack>
  );
}

export function publishAgain(id: number, onRestored: OnRestored): Pick<Action, 'call' | 'done'> {
  return {
    call: async () => onRestored(await restoreAppearance(id)),
    done: 'Published. Open pages update within seconds.',
  };
}
