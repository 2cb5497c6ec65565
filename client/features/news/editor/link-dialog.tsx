import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import type { FormEvent } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';

import { toLinkAddress } from './link-address.ts';
import { readField } from './read-field.ts';

import styles from './editor-dialogs.module.css';

type Props = { editor: Editor; onClose: () => void };

export function LinkDialog({ editor, onClose }: Props) {
  const [error, setError] = useState<string>();
  const current = editor.getAttributes('link').href as string | undefined;
  // Without a selection there is no text to link, so ask for it.
  const needsText = current === undefined && editor.state.selection.empty;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const href = toLinkAddress(readField(event.currentTarget, 'address'));
    if (!href) {
      setError('Enter an address, like https://example.com or /events.');
      return;
    }
    const text = readField(event.currentTarget, 'text') || href;
    onClose();
    const chain = editor.chain().focus();
    if (needsText) chain.insertContent({ type: 'text', text, marks: [link(href)] }).run();
    else chain.extendMarkRange('link').setLink({ href }).run();
  }

  function remove() {
    onClose();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  }

  return (
    <Dialog
      size="sm"
      title={current === undefined ? 'Add a link' : 'Edit the link'}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        {needsText && <TextField name="text" label="Text" autoComplete="off" maxLength={200} />}
        <TextField
          required
          name="address"
          label="Address"
          icon="link"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={current ?? ''}
          error={error}
          onChange={() => setError(undefined)}
        />
        <div className={styles.buttons}>
          {current !== undefined && (
            <Button tone="quiet" icon="trash" onClick={remove}>
              Remove link
            </Button>
          )}
          <Button type="submit" tone="primary">
            {current === undefined ? 'Add link' : 'Save link'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function link(href: string) {
  return { type: 'link', attrs: { href } };
}
