/**
 * The state of one editing session. Invariants: a save is always based on the opened version, so it
 * never overwrites someone else's work, and the fields on the screen stay until the author discards
 * them.
 */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { useChoices } from '#client/lib/labels.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { readHtml } from '#client/ui/form/rich-text/rich-text.tsx';
import { useTextEditor } from '#client/ui/form/rich-text/text-editor.tsx';
import type { EditedPost, PostDraft } from '#shared/endpoints/news.ts';
import { AppError } from '#shared/errors.ts';

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
  const [theirs, setTheirs] = useState<EditedPost>();
  const [conflictCopy, setConflictCopy] = useState(() => readWork('aside', post?.id));
  const isDirty = !isSame(fields, baseline);

  const saving = useForm({
    check,
    send: ({ draft }) => savePost(draft, opened),
    done: ({ state }) => savedTexts[state],
    onDone: async (saved, { sent }) => {
      setBaseline(sent);
      setOpened({ id: saved.id, version: saved.version });
      clearWork('work', opened?.id);
      if (opened) return;
      const to = '/admin/news/edit/$id';
      await navigate({ to, params: { id: saved.id }, replace: true, ignoreBlocker: true });
    },
    onError: async (error) => {
      const isOutdated = error instanceof AppError && error.code === 'news/outdated';
      if (isOutdated && opened) setTheirs(await fetchTheirs(opened.id));
    },
  });

  function check(): Checked<{ draft: PostDraft; sent: PostFields }> {
    const { data: draft, errors } = toDraft(fields);
    return draft ? { data: { draft, sent: fields } } : { errors };
  }

  function change(part: Partial<PostFields>) {
    setFields((before) => ({ ...before, ...part }));
    saving.clear(Object.keys(part));
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
    saving.show({});
    setOpened({ id: version.id, version: version.version });
    setTheirs(undefined);
    saving.dismiss();
  }

  function discardConflictCopy() {
    clearWork('aside', opened?.id);
    setConflictCopy(undefined);
  }

  return {
    editing,
    fields,
    errors: saving.errors,
    opened,
    saving,
    isDirty,
    theirs,
    conflictCopy,
    change,
    save: () => saving.sendChecked(check()),
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
