import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';

import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import type { Upload } from '#client/lib/use-upload.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { PictureDialog } from './picture-dialog.tsx';
import type { PictureAttributes } from './picture-node.ts';

type Waiting = {
  file: File;
  /** Object URL, to show the file before it is uploaded. */
  address: string;
};

export type Pictures = {
  /** The picture being uploaded and described; first in the queue. */
  current: Waiting | undefined;
  upload: Upload;
  input: RefObject<HTMLInputElement | null>;
  isDescribing: boolean;
  add: (files: File[]) => void;
  next: () => void;
  describe: (isOpen: boolean) => void;
};

export function usePictures(): Pictures {
  const [queue, setQueue] = useState<Waiting[]>([]);
  const [isDescribing, describe] = useState(false);
  const upload = useUpload();
  return {
    current: queue[0],
    upload,
    input: useRef<HTMLInputElement>(null),
    isDescribing,
    describe,
    add(files) {
      if (queue.length === 0 && files[0]) upload.start(files[0]);
      setQueue([...queue, ...files.map((file) => ({ file, address: URL.createObjectURL(file) }))]);
    },
    next() {
      upload.reset();
      const [done, following] = queue;
      if (done) URL.revokeObjectURL(done.address);
      if (following) upload.start(following.file);
      setQueue(queue.slice(1));
    },
  };
}

/** Edits the alt text of the selected picture; otherwise opens the file picker. */
export function choosePicture(editor: Editor, { input, describe }: Pictures): void {
  if (editor.isActive('picture')) describe(true);
  else input.current?.click();
}

export function PictureTool({ editor, pictures }: { editor: Editor; pictures: Pictures }) {
  const { current, upload, input, isDescribing, add, next, describe } = pictures;
  const chosen = editor.getAttributes('picture') as Partial<PictureAttributes>;
  return (
    <>
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Picture file"
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {current && (
        <PictureDialog
          key={current.address}
          title="Add a Picture"
          address={current.address}
          upload={upload}
          alt=""
          submitLabel="Insert Picture"
          onClose={next}
          onSubmit={(alt) => {
            if (upload.picture) insert(editor, upload.picture, alt);
            next();
          }}
        />
      )}
      {isDescribing && chosen.src && (
        <PictureDialog
          title="Describe the Picture"
          address={chosen.src}
          alt={chosen.alt ?? ''}
          submitLabel="Save"
          onClose={() => describe(false)}
          onSubmit={(alt) => {
            describe(false);
            editor.chain().focus().updateAttributes('picture', { alt }).run();
          }}
        />
      )}
    </>
  );
}

function insert(editor: Editor, { src, srcset, width, height }: Picture, alt: string): void {
  editor.chain().focus().insertPicture({ src, srcset, width, height, alt }).run();
}
