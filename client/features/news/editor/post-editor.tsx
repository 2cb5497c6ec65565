import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { TextEditor } from '#client/ui/form/rich-text/text-editor.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { FullPreview } from '#client/ui/layout/full-preview.tsx';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';
import { AppError } from '#shared/errors.ts';
import { readDate } from '#shared/rules/dates.ts';
import { toTimestamp } from '#shared/timestamps.ts';
import type { Timestamp } from '#shared/timestamps.ts';

import { PostArticle } from '../post-article.tsx';
import { ConflictCopy } from './conflict-copy.tsx';
import { ConflictDialog, describeSave } from './conflict-dialog.tsx';
import { DisplayImage } from './display-image.tsx';
import type { PostFields } from './post-fields.ts';
import { PublishPanel } from './publish-panel.tsx';
import type { UnsavedWork } from './unsaved-work.ts';
import { usePostForm } from './use-post-form.ts';
import type { PostForm } from './use-post-form.ts';
import { useUnsavedWork } from './use-unsaved-work.ts';

import styles from './post-editor.module.css';

type Props = {
  /** The server's current version, which may be newer than the one being edited. */
  post?: EditedPost | undefined;
  isGone?: boolean | undefined;
  restored?: UnsavedWork | undefined;
};

export function PostEditor({ post, isGone = false, restored }: Props) {
  const form = usePostForm(post, restored);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { fields, errors, opened, isDirty } = form;
  useUnsavedWork({ id: opened?.id, version: opened?.version ?? null, fields, isDirty });

  function saveByKey(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || event.shiftKey || !(event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    form.save();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens for the shortcut from the fields inside
    <div onKeyDown={saveByKey}>
      <PageHeading
        above={<EditorBack />}
        actions={
          <>
            {opened && form.savedState === 'published' && (
              <LinkButton to="/news/$id" params={{ id: opened.id }} icon="external">
                View Post
              </LinkButton>
            )}
            <Button icon="eye" onClick={() => setIsPreviewing(true)}>
              Preview
            </Button>
          </>
        }
      >
        {opened ? 'Edit Post' : 'New Post'}
      </PageHeading>
      <Notices form={form} post={post} isGone={isGone} />
      <Split second="narrow" sticky>
        <Stack>
          <TextField
            required
            label="Title"
            value={fields.title}
            error={errors.title}
            maxLength={120}
            className={styles.title}
            onChange={(event) => form.change({ title: event.target.value })}
          />
          <TextEditor editing={form.editing} error={errors.content} />
          {form.conflictCopy && (
            <ConflictCopy copy={form.conflictCopy} onDiscard={form.discardConflictCopy} />
          )}
        </Stack>
        <Stack>
          <PublishPanel
            fields={fields}
            errors={errors}
            savedState={form.savedState}
            isDirty={isDirty}
            isSaving={form.saving.isPending}
            onChange={form.change}
            onSave={form.save}
          />
          <DisplayImage fields={fields} error={errors.displayImage} onChange={form.change} />
        </Stack>
      </Split>
      {isPreviewing && (
        <Preview
          fields={fields}
          createdAt={post?.createdAt ?? null}
          onClose={() => setIsPreviewing(false)}
        />
      )}
      {form.theirs && (
        <ConflictDialog
          theirs={form.theirs}
          isDirty={isDirty}
          onLoad={(keepsMine) => form.loadTheirs(form.theirs!, keepsMine)}
          onClose={() => form.setTheirs(undefined)}
        />
      )}
    </div>
  );
}

export function EditorBack() {
  return <BackLink to="/admin/news">All posts</BackLink>;
}

type NoticeProps = { form: PostForm; post: EditedPost | undefined; isGone: boolean };

function Notices({ form, post, isGone }: NoticeProps) {
  const { saving, opened } = form;
  const isBehind = post && opened && post.version > opened.version && !saving.isPending;
  const { error } = saving;
  const isConflict = error instanceof AppError && error.code === 'news/outdated';
  return (
    <Stack gap={3} className={styles.notices}>
      {isGone && (
        <Callout tone="danger" live heading="This post has been deleted">
          It was deleted after you opened it. Copy what you want to keep into a new post.
        </Callout>
      )}
      {isBehind && (
        <Callout
          tone="warning"
          live
          heading="There is a newer version"
          action={
            <Button size="sm" onClick={() => form.setTheirs(post)}>
              Choose a Version
            </Button>
          }
        >
          {describeSave(post)}
        </Callout>
      )}
      {!isConflict && <Failure error={error} heading="The post was not saved" />}
    </Stack>
  );
}

type PreviewProps = { fields: PostFields; createdAt: Timestamp | null; onClose: () => void };

function Preview({ fields, createdAt, onClose }: PreviewProps) {
  const [now] = useState(() => new Date());
  const planned = fields.state === 'scheduled' ? readDate(fields.publishAt) : undefined;
  const shownAt = createdAt ?? toTimestamp(planned ?? now);
  return (
    <FullPreview text="Preview: this is how readers see the post." onClose={onClose}>
      <PostArticle post={{ ...fields, title: fields.title || 'Untitled', createdAt: shownAt }} />
    </FullPreview>
  );
}
