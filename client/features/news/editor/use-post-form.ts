/**
 * The state of one editing session. Invariants: a save is always based on the opened version, so it
 * never overwrites someone else's work, and the fields on the screen stay until the author discards
 * them.
 */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { useChoices } from '#client/lib/labels.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { readHtml } from '#client/ui/rich-text/rich-text.tsx';
import { useTextEditor } from '#client/ui/rich-text/text-editor.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';
import type { EditedPost, PostDraft } from '#shared/news.ts';

import { editedPostQuery, savePost } from '../admin-news.queries.ts';
import { fieldsOf, fieldsOfNew, isSame, toDraft } from './post-fields.ts';
import type { PostFields } from './post-fields.ts';
import { clearWork, readWork, writeWork } from './unsaved-work.ts';
import type { UnsavedWork } from './unsaved-work.ts';

export type PostForm = ReturnType<typeof usePostForm>;

const savedTexts = {
  draft: 'The draft is saved.',
  scheduled: 'The post is scheduled.',
  published: 'The post is published.',
};

export function usePostForm(post: EditedPost | undefined, restored: UnsavedWork | undefined) {
  const navigate = useNavigate();
  const categories = useChoices('news', undefined);
  const known = post ? fieldsOf(post) : fieldsOfNew(categories);
  const editing = useTextEditor({
    content: (restored?.fields ?? known).content,
    placeholder: 'Write the post here.',
    onChange: (content) => change({ content }),
  });
  const { editor } = editing;
  const [fields, setFields] = useState(() => ({
    ...(restored?.fields ?? known),
    content: readHtml(editor),
  }));
  // Use the editor's own HTML, so loading a post does not count as a change.
  const [baseline, setBaseline] = useState(restored ? known : fields);
  const [opened, setOpened] = useState(
    post && { id: post.id, version: restored?.version ?? post.version },
  );
  const [errors, setErrors] = useState<FieldErrors>({});
  const [theirs, setTheirs] = useState<EditedPost>();
  const [conflictCopy, setConflictCopy] = useState(() => readWork('aside', post?.id));
  const isDirty = !isSame(fields, baseline);

  const saving = useMutation({
    mutationFn: ({ draft }: { draft: PostDraft; sent: PostFields }) => savePost(draft, opened),
    onSuccess: async (saved, { sent }) => {
      setBaseline(sent);
      setOpened({ id: saved.id, version: saved.version });
      clearWork('work', opened?.id);
      showToast(savedTexts[saved.state], { tone: 'success' });
      if (opened) return;
      const to = '/admin/news/edit/$id';
      await navigate({ to, params: { id: saved.id }, replace: true, ignoreBlocker: true });
    },
    onError: async (error) => {
      if (!(error instanceof AppError)) return;
      if (error.fields) showErrors(error.fields);
      if (error.code === 'news/outdated' && opened) setTheirs(await fetchTheirs(opened.id));
    },
  });

  function change(part: Partial<PostFields>) {
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))),
    );
  }

  function showErrors(found: FieldErrors) {
    // Render now, so the query below finds the marked field.
    flushSync(() => setErrors(found));
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  }

  function save() {
    if (saving.isPending) return;
    const { data: draft, errors: found } = toDraft(fields);
    if (draft) saving.mutate({ draft, sent: fields });
    else showErrors(found);
  }

  function loadTheirs(version: EditedPost, keepsMine: boolean) {
    if (keepsMine) {
      writeWork('aside', version.id, { fields, version: opened?.version ?? null });
      setConflictCopy(readWork('aside', version.id));
    }
    editor.commands.setContent(version.content, { emitUpdate: false });
    const fresh = { ...fieldsOf(version), content: readHtml(editor) };
    setFields(fresh);
    setBaseline(fresh);
    setErrors({});
    setOpened({ id: version.id, version: version.version });
    setTheirs(undefined);
    saving.reset();
  }

  function discardConflictCopy() {
    clearWork('aside', opened?.id);
    setConflictCopy(undefined);
  }

  return {
    editing,
    fields,
    errors,
    opened,
    saving,
    isDirty,
    theirs,
    conflictCopy,
    change,
    save,
    loadTheirs,
    discardConflictCopy,
    setTheirs,
    /** The last state known to be saved on the server. */
    savedState: opened && baseline.state,
  };
}

function fetchTheirs(id: string): Promise<EditedPost> {
  return queryClient.fetchQuery({ ...editedPostQuery(id), staleTime: 0 });
}
