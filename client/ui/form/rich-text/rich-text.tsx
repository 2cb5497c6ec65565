import { Selection } from '@tiptap/pm/state';
import { EditorContent, useEditor } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useState } from 'react';

import { PictureNode } from './picture-node.ts';
import { tableNodes } from './table-nodes.ts';

import styles from './rich-text.module.css';

// Must match what server/lib/html/sanitise-html.ts allows.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { rel: null, target: null },
    },
    dropcursor: { color: '#7c3b12', width: 3 },
  }),
  PictureNode,
  ...tableNodes,
];

type Options = {
  content: string;
  placeholder: string;
  onChange: (html: string) => void;
  /** Pasted or dropped pictures; the caret is already at the place to insert them. */
  onFiles: (files: File[]) => void;
  onLink: () => void;
};

export function useRichText({ content, placeholder, onChange, onFiles, onLink }: Options): Editor {
  return useEditor({
    extensions,
    content,
    // The content security policy would block its style element.
    injectCSS: false,
    onUpdate: ({ editor }) => onChange(readHtml(editor)),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'data-placeholder': placeholder,
        class: `prose ${styles.text}`,
      },
      handleKeyDown: (_view, event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false;
        event.preventDefault();
        onLink();
        return true;
      },
      handlePaste: (_view, { clipboardData }) => {
        const files = picturesIn(clipboardData);
        // Text with pictures is pasted as text; only pictures alone are uploaded.
        if (files.length === 0 || clipboardData?.getData('text/plain')) return false;
        onFiles(files);
        return true;
      },
      handleDrop: (view, event, _slice, isMoved) => {
        const files = picturesIn(event.dataTransfer);
        if (isMoved || files.length === 0) return false;
        event.preventDefault();
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place) setCaret(view, place.pos);
        onFiles(files);
        return true;
      },
    },
  });
}

export function RichText({ editor }: { editor: Editor }) {
  return <EditorContent editor={editor} className={styles.sheet} />;
}

export function ReadOnlyText({ content }: { content: string }) {
  const [shown] = useState(content);
  const editor = useEditor({
    extensions,
    content: shown,
    editable: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'document',
        'aria-label': 'Your version',
        // It scrolls, so it must be focusable by keyboard.
        tabindex: '0',
        class: `prose ${styles.text}`,
      },
    },
  });
  return <EditorContent editor={editor} className={styles.sheet} />;
}

/** Removes the empty paragraph that the editor keeps at the end. */
export function readHtml(editor: Editor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}

type View = Editor['view'];

function setCaret(view: View, position: number): void {
  const { tr } = view.state;
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position))));
}

function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
