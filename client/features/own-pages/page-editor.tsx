import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import { formatDateTime } from '#client/lib/dates.ts';
import { useSite } from '#client/lib/site.ts';
import { NewerVersion } from '#client/ui/data/version-history.tsx';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Button, ButtonLink } from '#client/ui/form/button.tsx';
import { TextEditor } from '#client/ui/form/rich-text/text-editor.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { FullPreview } from '#client/ui/layout/full-preview.tsx';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import type { EditedPage, PageText } from '#shared/endpoints/own-pages.ts';
import { AppError } from '#shared/errors.ts';
import { fillHtml, fillPlaceholders, pagePlaceholders } from '#shared/rules/fill-page.ts';
import { ownPageLimits, pathOfPage } from '#shared/rules/own-page-address.ts';

import { HistoryPanel } from './history-panel.tsx';
import { PageSheet } from './page-sheet.tsx';
import { PlacePanel } from './place-panel.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { usePageText } from './use-page-text.ts';
import type { PageTextForm } from './use-page-text.ts';

import styles from './page-editor.module.css';

type Props = {
  /** The server's current version, which may be newer than the one being edited. */
  page: EditedPage;
  isGone: boolean;
  back: ReactNode;
};

export function PageEditor({ page, isGone, back }: Props) {
  const form = usePageText(page);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { fields } = form;
  const { errors } = form.form;

  function saveByKey(event: KeyboardEvent) {
    const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
    if (!isSave || event.shiftKey) return;
    event.preventDefault();
    form.save(false);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for the shortcut from the fields inside
    <div onKeyDown={saveByKey}>
      <PageHeading
        above={back}
        actions={
          <>
            {page.publishedVersion !== null && (
              <ButtonLink href={pathOfPage(page.slug)} icon="external">
                View Page
              </ButtonLink>
            )}
            <Button icon="eye" onClick={() => setIsPreviewing(true)}>
              Preview
            </Button>
          </>
        }
      >
        Edit Page
      </PageHeading>
      <Notices form={form} page={page} isGone={isGone} />
      <Split second="narrow">
        <Stack>
          <TextField
            required
            label="Title"
            value={fields.title}
            error={errors.title}
            maxLength={ownPageLimits.title}
            className={styles.title}
            onChange={(event) => form.change({ title: event.target.value })}
          />
          <TextEditor editing={form.editing} error={errors.content} />
          <Hint>
            {pagePlaceholders.map((name) => `{${name}}`).join(', ')}: replaced by the names of the
            site, its email address, its coins and its store, so that the page follows when you
            rename them.
          </Hint>
          <TextareaField
            label="Description"
            hint="For search engines and link previews. If empty, they show the beginning of the text."
            rows={2}
            maxLength={200}
            value={fields.description}
            error={errors.description}
            onChange={(event) => form.change({ description: event.target.value })}
          />
        </Stack>
        <Stack>
          <PublishPanel page={page} form={form} />
          {!page.isFixed && <PlacePanel key={page.placeVersion} page={page} />}
          <HistoryPanel page={page} form={form} />
        </Stack>
      </Split>
      {isPreviewing && <Preview fields={fields} onClose={() => setIsPreviewing(false)} />}
    </div>
  );
}

function Preview({ fields, onClose }: { fields: PageText; onClose: () => void }) {
  const { brand, contactEmail } = useSite();
  const values = { ...brand.words, site: brand.name, contact: contactEmail };
  const page = {
    title: fillPlaceholders(fields.title || 'Untitled', values),
    content: fillHtml(fields.content, values),
    updatedAt: null,
  };
  return (
    <FullPreview text="Preview: this is how readers see the page." onClose={onClose}>
      <PageSheet page={page} />
    </FullPreview>
  );
}

type NoticeProps = { form: PageTextForm; page: EditedPage; isGone: boolean };

function Notices({ form, page, isGone }: NoticeProps) {
  const { error } = form.form;
  const isShownElsewhere =
    error instanceof AppError && (error.fields ?? error.code === 'admin/outdated');
  return (
    <Stack gap={3} className={styles.notices}>
      {isGone && (
        <Callout tone="danger" live heading="This page has been deleted">
          It was deleted after you opened it. Copy what you want to keep into a new page.
        </Callout>
      )}
      {form.isBehind && (
        <NewerVersion
          onTake={() => form.load(page)}
          onKeep={form.isDirty ? form.keepMine : undefined}
        >
          {page.savedBy ?? 'Someone else'} saved this page on {formatDateTime(page.savedAt ?? '')},
          after you opened it. If you keep yours and save it, theirs stays in the history.
        </NewerVersion>
      )}
      {!isShownElsewhere && <Failure error={error} heading="The page was not saved" />}
    </Stack>
  );
}
