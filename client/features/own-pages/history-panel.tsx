import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { FullPreview } from '#client/ui/full-preview.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { VersionHistory } from '#client/ui/version-history.tsx';
import type { EditedPage } from '#shared/own-pages.ts';

import { pageVersionQuery, pageVersionsQuery, restorePageVersion } from './own-pages.queries.ts';
import { PageSheet, PageSheetSkeleton } from './page-sheet.tsx';
import type { PageTextForm } from './use-page-text.ts';

import styles from './page-editor.module.css';

type Props = { page: EditedPage; form: PageTextForm };

export function HistoryPanel({ page, form }: Props) {
  const [shown, setShown] = useState<number>();
  const restoring = useMutation({
    mutationFn: (version: number) => restorePageVersion(page.id, version),
    onSuccess: (restored) => {
      form.load(restored);
      showToast('The text is restored.', { tone: 'success' });
    },
    onError: (error) => void showAlert(error.message),
  });

  async function restore(version: number) {
    const name = version === 0 ? 'the default text' : `version ${version}`;
    const effect = page.publishedVersion === null ? '' : ' Every visitor sees it at once.';
    const lost = form.isDirty ? ' Your unsaved changes are lost.' : '';
    const text = `Restore ${name} as the newest version?${effect}${lost}`;
    if (await askConfirm(text, { confirmLabel: 'Restore' })) restoring.mutate(version);
  }

  return (
    <Panel variant="plain" heading="History">
      <Stack gap={4}>
        <VersionHistory
          query={(listPage) => pageVersionsQuery(page.id, listPage)}
          empty={<p className={styles.hint}>Nothing was saved yet: this is the default text.</p>}
        >
          {({ version, savedBy, savedAt, isPublished, isDefault }) => ({
            version,
            text: (
              <>
                Version {version} {isPublished && <Chip tone="moss">Published</Chip>}
              </>
            ),
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
                  <Button
                    size="sm"
                    aria-label={`Restore version ${version}`}
                    onClick={() => void restore(version)}
                  >
                    Restore
                  </Button>
                )}
              </>
            ),
          })}
        </VersionHistory>
        {page.isFixed && !page.isDefault && (
          <Button icon="refresh" tone="quiet" onClick={() => void restore(0)}>
            Restore the Default
          </Button>
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
