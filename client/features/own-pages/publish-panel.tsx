import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { EditedPage } from '#shared/endpoints/own-pages.ts';

import { unpublishOwnPage } from './own-pages.queries.ts';
import { PageState } from './page-state.tsx';
import type { PageTextForm } from './use-page-text.ts';

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
        <Text size="md" tone="muted" aria-live="polite">
          {form.isDirty ? 'Unsaved changes.' : describe(page)}
        </Text>
        {isPublished && !page.isFixed && (
          <ActionButton
            tone="quiet"
            action={{
              name: 'Unpublish',
              icon: 'eye',
              ask: `Unpublish “${page.title}”? Visitors can no longer open it, and its links disappear. The text stays here.`,
              call: () => unpublishOwnPage(page.id),
              done: 'The page is a draft again.',
            }}
          />
        )}
      </Stack>
    </Panel>
  );
}

function describe({ version, publishedVersion, isDefault }: EditedPage): string {
  if (publishedVersion === null) return 'Only admins can see it.';
  if (publishedVersion !== version) return 'Visitors see the version before this draft.';
  return isDefault ? 'Visitors see the default text.' : 'Visitors see this text.';
}
