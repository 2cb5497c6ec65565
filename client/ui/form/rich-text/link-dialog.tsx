import type { Editor } from '@tiptap/react';

import type { Checked } from '#client/lib/form.ts';
import { useForm } from '#client/lib/form.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';

import { toLinkAddress } from './link-address.ts';

type Props = { editor: Editor; onClose: () => void };

export function LinkDialog({ editor, onClose }: Props) {
  const current = editor.getAttributes('link').href as string | undefined;
  // Without a selection there is no text to link, so ask for it.
  const needsText = current === undefined && editor.state.selection.empty;

  const form = useForm({
    check: ({ address = '', text = '' }): Checked<{ href: string; text: string }> => {
      const href = toLinkAddress(address.trim());
      if (href) return { data: { href, text: text.trim() || href } };
      return { errors: { address: 'Enter an address, like https://example.com or /events.' } };
    },
    send: async ({ href, text }) => {
      onClose();
      const chain = editor.chain().focus();
      if (needsText) chain.insertContent({ type: 'text', text, marks: [link(href)] }).run();
      else chain.extendMarkRange('link').setLink({ href }).run();
    },
  });

  function remove() {
    onClose();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  }

  return (
    <Dialog
      size="sm"
      title={current === undefined ? 'Add a Link' : 'Edit the Link'}
      onClose={onClose}
    >
      <Form
        form={form}
        submitLabel={current === undefined ? 'Add Link' : 'Save Link'}
        buttons={
          current !== undefined && (
            <Button tone="quiet" icon="trash" onClick={remove}>
              Remove Link
            </Button>
          )
        }
      >
        {needsText && <TextField name="text" label="Text" maxLength={200} />}
        <TextField
          required
          {...form.field('address')}
          label="Address"
          icon="link"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={current ?? ''}
        />
      </Form>
    </Dialog>
  );
}

function link(href: string) {
  return { type: 'link', attrs: { href } };
}
