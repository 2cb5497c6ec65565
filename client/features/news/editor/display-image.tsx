import { useRef, useState } from 'react';
import type { DragEvent } from 'react';

import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import { Button } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Panel } from '#client/ui/panel.tsx';
import { UploadProgress } from '#client/ui/upload-progress.tsx';
import type { Picture } from '#shared/media.ts';

import { PostPicture } from '../post-picture.tsx';
import type { PostFields } from './post-fields.ts';

import styles from './post-editor.module.css';

type Props = {
  fields: PostFields;
  error: string | undefined;
  onChange: (change: Pick<PostFields, 'displayImage' | 'picture'>) => void;
};

export function DisplayImage({ fields, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const upload = useUpload((picture: Picture) => {
    onChange({ displayImage: picture.src, picture });
  });
  const hasImage = fields.displayImage !== null;

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
    <Panel variant="plain" heading="Display image" headingLevel={2}>
      <div className={styles.stack}>
        <div
          className={classNames(styles.image, isOver && styles.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          {hasImage ? (
            <PostPicture post={fields} sizes="360px" />
          ) : (
            <p className={styles.drop}>Drop a picture here, or choose one. Wide ones look best.</p>
          )}
        </div>
        <UploadProgress upload={upload} />
        {error && <p className={styles.error}>{error}</p>}
        <div className={styles.row}>
          <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
            {hasImage ? 'Replace image' : 'Upload image'}
          </Button>
          {hasImage && (
            <Button
              size="sm"
              tone="quiet"
              icon="trash"
              onClick={() => onChange({ displayImage: null, picture: null })}
            >
              Remove
            </Button>
          )}
        </div>
        <input
          ref={input}
          hidden
          type="file"
          accept={pictureTypes.join(',')}
          aria-label="Display image file"
          onChange={(event) => {
            send(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
    </Panel>
  );
}
