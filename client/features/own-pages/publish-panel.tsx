import { useMutation } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { EditedPage } from '#shared/own-pages.ts';

import { unpublishOwnPage } from './own-pages.queries.ts';
import { PageState } from './page-state.tsx';
import type { PageTextForm } from './use-page-text.ts';

import styles from './page-editor.module.css';

type Props = { page: EditedPage; form: PageTextForm };

export function PublishPanel({ page, form }: Props) {
  const isPublished = page.publishedVersion !== null;
  const isCurrent = page.publishedVersion === page.version;
  return (
    <Panel variant="plain" heading="Publishing">
      <Stack gap={4}>
        <PageState page={page} />
        <Button
          block
          tone="primary"
          pending={form.form.isPending}
          disabled={isCurrent && !form.isDirty}
          onClick={() => form.save(true)}
        >
          {isPublished ? 'Publish Changes' : 'Publish'}
        </Button>
        <Button block disabled={!form.isDirty} onClick={() => form.save(false)}>
          Save Draft
        </Button>
        <p className={styles.hint} aria-live="polite">
          {form.isDirty ? 'Unsaved changes.' : describe(page)}
        </p>
        {isPublished && !page.isFixed && <UnpublishButton page={page} />}
      </Stack>
    </Panel>
  );
}

function describe({ version, publishedVersion, isDefault }: EditedPage): string {
  if (publishedVersion === null) return 'Only admins can see it.';
  if (publishedVersion !== version) return 'Visitors see the version before this draft.';
  return isDefault ? 'Visitors see the default text.' : 'Visitors see this text.';
}

function UnpublishButton({ page: { id, title } }: { page: EditedPage }) {
  const hiding = useMutation({
    mutationFn: () => unpublishOwnPage(id),
    onSuccess: () => showToast('The page is a draft again.', { tone: 'success' }),
    onError: (error) => void showAlert(error.message),
  });
  async function confirm() {
    const text = `Unpublish “${title}”? Visitors and its links no longer find it. The text stays here.`;
    if (await askConfirm(text, { confirmLabel: 'Unpublish' })) hiding.mutate();
  }
  return (
    <Button tone="quiet" icon="eye" pending={hiding.isPending} onClick={() => void confirm()}>
      Unpublish
    </Button>
  );
}
