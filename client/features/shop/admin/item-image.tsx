import { useRef, useState } from 'react';
import type { DragEvent } from 'react';

import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { UploadProgress } from '#client/ui/upload-progress.tsx';

import { ItemPicture } from '../item-picture.tsx';
import type { ItemFields } from './item-fields.ts';

import styles from './item-editor.module.css';

type Props = {
  fields: ItemFields;
  error: string | undefined;
  onChange: (change: Pick<ItemFields, 'image' | 'picture'>) => void;
};

export function ItemImage({ fields, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const upload = useUpload((picture) => onChange({ image: picture.src, picture }));
  const hasImage = fields.image !== null;

  function send(files: FileList | null) {
    const file = files?.[0];
    if (file) upload.start(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    send(event.dataTransfer.files);
  }

  return (
    <fieldset className={styles.image}>
      <legend className={styles.legend}>Image</legend>
      <div
        className={classNames(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <ItemPicture item={fields} sizes="140px" />
      </div>
      <div className={styles.imageTools}>
        <p className={styles.hint}>Drop a picture, or choose one. Square ones look best.</p>
        <UploadProgress upload={upload} />
        {error && <p className={styles.error}>{error}</p>}
        <div className={styles.buttons}>
          <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
            {hasImage ? 'Replace image' : 'Upload image'}
          </Button>
          {hasImage && (
            <Button
              size="sm"
              tone="quiet"
              icon="trash"
              onClick={() => onChange({ image: null, picture: null })}
            >
              Remove
            </Button>
          )}
        </div>
      </div>
      <input
        ref={input}
        hidden
        type="file"
        accept={pictureTypes.join(',')}
        aria-label="Image file"
        onChange={(event) => {
          send(event.target.files);
          event.target.value = '';
        }}
      />
    </fieldset>
  );
}
