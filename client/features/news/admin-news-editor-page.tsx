import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { isMissing } from '#client/lib/is-missing.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { EditedPost } from '#shared/endpoints/news.ts';

import { editedPostQuery } from './admin-news.queries.ts';
import { EditorBack, PostEditor } from './editor/post-editor.tsx';
import { RestorePrompt } from './editor/restore-prompt.tsx';
import { clearWork, readWork } from './editor/unsaved-work.ts';
import type { UnsavedWork } from './editor/unsaved-work.ts';

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
