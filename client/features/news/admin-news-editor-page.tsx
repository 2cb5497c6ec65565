import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import scrollUrl from '#client/art/empty/scroll.svg';
import { formatDateTime } from '#client/lib/dates.ts';
import { isMissing } from '#client/lib/is-missing.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Row, Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';

import { editedPostQuery } from './admin-news.queries.ts';
import { EditorBack, PostEditor } from './editor/post-editor.tsx';
import { clearWork, readWork } from './editor/unsaved-work.ts';
import type { UnsavedWork } from './editor/unsaved-work.ts';

import styles from './editor/post-editor.module.css';

export function AdminNewsEditorPage() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <RestorableEditor /> : <SavedPost key={id} id={id} />;
}

function SavedPost({ id }: { id: string }) {
  const query = useQuery(editedPostQuery(id));
  const { data, error } = query;
  // If the post is deleted while open, keep the editor and its unsaved text.
  if (!data && isMissing(error)) throw notFound();
  return (
    <>
      {!data && <PageHeading above={<EditorBack />}>Edit Post</PageHeading>}
      <QueryView
        query={query}
        errorHeading="This post could not be loaded"
        loadingText="Loading post..."
        skeleton={
          <Split second="narrow">
            <Stack>
              <Skeleton shape="block" height="76px" />
              <Skeleton shape="block" height="480px" />
            </Stack>
            <Skeleton shape="block" height="420px" />
          </Split>
        }
      >
        {(post) => <RestorableEditor post={post} isGone={isMissing(error)} />}
      </QueryView>
    </>
  );
}

type EditorProps = { post?: EditedPost | undefined; isGone?: boolean | undefined };

/** Offers to restore unsaved work before the editor opens. */
function RestorableEditor({ post, isGone }: EditorProps) {
  const [found, setFound] = useState(() => readWork('work', post?.id));
  const [restored, setRestored] = useState<UnsavedWork>();
  if (!found) return <PostEditor post={post} isGone={isGone} restored={restored} />;
  function discard() {
    clearWork('work', post?.id);
    setFound(undefined);
  }
  function restore() {
    setRestored(found);
    setFound(undefined);
  }
  return (
    <>
      <PageHeading above={<EditorBack />}>{post ? 'Edit Post' : 'New Post'}</PageHeading>
      <RestorePrompt
        work={found}
        isOutdated={post !== undefined && post.version !== found.version}
        onRestore={restore}
        onDiscard={discard}
      />
    </>
  );
}

type Props = {
  work: UnsavedWork;
  /** A newer version has been saved since. */
  isOutdated: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Shown before the editor opens, so neither choice can overwrite the other text. */
function RestorePrompt({ work, isOutdated, onRestore, onDiscard }: Props) {
  return (
    <Panel variant="plain" className={styles.found}>
      <img src={scrollUrl} alt="" width="240" height="150" />
      <h2>Unsaved Work Found</h2>
      <p>
        “{work.fields.title || 'Untitled'}” was last edited on this device on{' '}
        {formatDateTime(work.at)} and never saved.
        {isOutdated && ' Someone has saved a newer version of the post since.'}
      </p>
      <Row>
        <Button tone="primary" onClick={onRestore}>
          Restore It
        </Button>
        <Button tone="quiet" icon="trash" onClick={onDiscard}>
          Discard It
        </Button>
      </Row>
    </Panel>
  );
}
