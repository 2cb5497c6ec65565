import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Action } from '#client/lib/use-action.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { VersionHistory } from '#client/ui/data/version-history.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { FullPreview } from '#client/ui/layout/full-preview.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { EditedPage } from '#shared/endpoints/own-pages.ts';

import { pageVersionQuery, pageVersionsQuery, restorePageVersion } from './own-pages.queries.ts';
import { PageSheet, PageSheetSkeleton } from './page-sheet.tsx';
import type { PageTextForm } from './use-page-text.ts';

type Props = { page: EditedPage; form: PageTextForm };

export function HistoryPanel({ page, form }: Props) {
  const [shown, setShown] = useState<number>();

  function restore(version: number, name: string): Action {
    const what = version === 0 ? 'the default text' : `version ${version}`;
    const effect = page.publishedVersion === null ? '' : ' Every visitor sees it at once.';
    const lost = form.isDirty ? ' Your unsaved changes are lost.' : '';
    return {
      name,
      ask: `Restore ${what} as the newest version?${effect}${lost}`,
      confirmLabel: 'Restore',
      call: async () => form.load(await restorePageVersion(page.id, version)),
      done: 'The text is restored.',
    };
  }

  return (
    <Panel variant="plain" heading="History">
      <Stack gap={4}>
        <VersionHistory
          query={(listPage) => pageVersionsQuery(page.id, listPage)}
          empty="Nothing has been saved yet: this is the default text."
        >
          {({ version, savedBy, savedAt, isPublished, isDefault }) => ({
            version,
            isPublished,
            by: savedBy ?? 'Unknown account',
            at: savedAt,
            note: isDefault && 'the default text',
            actions: (
              <>
                <Button
                  size="sm"
                  aria-label={`Show version ${version}`}
                  onClick={() => setShown(version)}
                >
                  Show
                </Button>
                {version !== page.version && (
                  <ActionButton
                    size="sm"
                    label={`Restore version ${version}`}
                    action={restore(version, 'Restore')}
                  />
                )}
              </>
            ),
          })}
        </VersionHistory>
        {page.isFixed && !page.isDefault && (
          <ActionButton icon="refresh" tone="quiet" action={restore(0, 'Restore the Default')} />
        )}
      </Stack>
      {shown !== undefined && (
        <VersionPreview id={page.id} version={shown} onClose={() => setShown(undefined)} />
      )}
    </Panel>
  );
}

type PreviewProps = { id: string; version: number; onClose: () => void };

function VersionPreview({ id, version, onClose }: PreviewProps) {
  return (
    <FullPreview text={`Version ${version}`} onClose={onClose}>
      <QueryView
        query={useQuery(pageVersionQuery(id, version))}
        errorHeading="This version could not be loaded"
        loadingText="Loading..."
        skeleton={<PageSheetSkeleton title={`Version ${version}`} />}
        panel="stone"
      >
        {(page) => <PageSheet page={page} />}
      </QueryView>
    </FullPreview>
  );
}
