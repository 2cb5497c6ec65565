import type { Editor } from '@tiptap/react';
import { useState } from 'react';

import { LinkDialog } from './link-dialog.tsx';
import { choosePicture, PictureTool, usePictures } from './pictures.tsx';
import type { Pictures } from './pictures.tsx';
import { RichText, useRichText } from './rich-text.tsx';
import { Toolbar } from './toolbar.tsx';

import styles from './text-editor.module.css';

export type TextEditing = {
  editor: Editor;
  pictures: Pictures;
  isLinking: boolean;
  setIsLinking: (isLinking: boolean) => void;
};

type Options = { content: string; placeholder: string; onChange: (html: string) => void };

/** State of a text with headings, lists, links, pictures and tables. `readHtml` reads it. */
export function useTextEditor(options: Options): TextEditing {
  const [isLinking, setIsLinking] = useState(false);
  const pictures = usePictures();
  const editor = useRichText({
    ...options,
    onFiles: pictures.add,
    onLink: () => setIsLinking(true),
  });
  return { editor, pictures, isLinking, setIsLinking };
}

type Props = { editing: TextEditing; error: string | undefined };

export function TextEditor({ editing, error }: Props) {
  const { editor, pictures, isLinking, setIsLinking } = editing;
  return (
    <div>
      <Toolbar
        editor={editor}
        onLink={() => setIsLinking(true)}
        onPicture={() => choosePicture(editor, pictures)}
      />
      <RichText editor={editor} />
      {error && <p className={styles.error}>{error}</p>}
      <PictureTool editor={editor} pictures={pictures} />
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </div>
  );
}
