import { checkValues } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { useVersionedDraft } from '#client/lib/versioned-draft.ts';
import { readHtml } from '#client/ui/form/rich-text/rich-text.tsx';
import { useTextEditor } from '#client/ui/form/rich-text/text-editor.tsx';
import { PageText } from '#shared/endpoints/own-pages.ts';
import type { EditedPage } from '#shared/endpoints/own-pages.ts';

import { editedPageQuery, saveOwnPage } from './own-pages.queries.ts';

type SentText = PageText & { isPublished: boolean };

export type PageTextForm = ReturnType<typeof usePageText>;

export function usePageText(page: EditedPage) {
  const editing = useTextEditor({
    content: page.content,
    placeholder: 'Write the page here.',
    onChange: (content) => change({ content }),
  });
  const { editor } = editing;
  const { form, draft, ...text } = useVersionedDraft<EditedPage, PageText, SentText>({
    current: page,
    queryKey: editedPageQuery(page.id).queryKey,
    // Use the editor's own HTML, so loading a page does not count as a change.
    read: ({ title, description }) => ({ title, description, content: readHtml(editor) }),
    check: (fields) => checkText(fields, false),
    send: (sent, version) => saveOwnPage(page.id, { ...sent, version }),
    keep: ({ title, description, content }) => ({ title, description, content }),
    describeSaved: ({ version, publishedVersion }) =>
      publishedVersion === version ? 'The page is published.' : 'The draft is saved.',
    leaveText: 'This page has unsaved changes. Leave and lose them?',
  });

  function change(part: Partial<PageText>) {
    text.change(part);
    form.clear(Object.keys(part));
  }

  function load(next: EditedPage) {
    editor.commands.setContent(next.content, { emitUpdate: false });
    text.load(next);
  }

  const save = (isPublished: boolean) => form.sendChecked(checkText(draft, isPublished));
  return { ...text, form, fields: draft, editing, change, save, load };
}

/** Sends the fields as they are, so that they are not dirty afterwards; the server trims them too. */
function checkText(fields: PageText, isPublished: boolean): Checked<SentText> {
  const { errors } = checkValues(PageText, fields);
  return errors ? { errors } : { data: { ...fields, isPublished } };
}
