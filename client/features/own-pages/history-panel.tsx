import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { FullPreview } from '#client/ui/full-preview.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PagedView, QueryView } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { EditedPage, PageVersion } from '#shared/own-pages.ts';

import { pageVersionQuery, pageVersionsQuery, restorePageVersion } from './own-pages.queries.ts';
import { PageSheet, PageSheetSkeleton } from './page-sheet.tsx';
import type { PageTextForm } from './use-page-text.ts';

import styles from './page-editor.module.css';

type Props = { page: EditedPage; form: PageTextForm };

export function HistoryPanel({ page, form }: Props) {
  const [shown, setShown] = useState<number>();
  const [listPage, setListPage] = useState(1);
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
        <PagedView
          query={useQuery(pageVersionsQuery(page.id, listPage))}
          errorHeading="The history could not be loaded"
          panel="none"
          label="Pages of versions"
          onPage={setListPage}
          empty={<p className={styles.hint}>Nothing was saved yet: this is the default text.</p>}
        >
          {({ versions }) => (
            <Entries>
              {versions.map((one) => (
                <VersionEntry
                  key={one.version}
                  version={one}
                  isNewest={one.version === page.version}
                  onShow={() => setShown(one.version)}
                  onRestore={() => void restore(one.version)}
                />
              ))}
            </Entries>
          )}
        </PagedView>
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

type EntryProps = {
  version: PageVersion;
  isNewest: boolean;
  onShow: () => void;
  onRestore: () => void;
};

function VersionEntry({ version: one, isNewest, onShow, onRestore }: EntryProps) {
  return (
    <Entry
      text={
        <>
          Version {one.version} {one.isPublished && <Chip tone="moss">Published</Chip>}
        </>
      }
      facts={
        <>
          {one.savedBy ?? 'Unknown account'} · <Timestamp at={one.savedAt} />
          {one.isDefault && ' · the default text'}
        </>
      }
      actions={
        <>
          <Button size="sm" aria-label={`Show version ${one.version}`} onClick={onShow}>
            Show
          </Button>
          {!isNewest && (
            <Button size="sm" aria-label={`Restore version ${one.version}`} onClick={onRestore}>
              Restore
            </Button>
          )}
        </>
      }
    />
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
