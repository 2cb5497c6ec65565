import { useRef, useState } from 'react';
import type { DragEvent, ReactNode, RefObject } from 'react';

import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import { classNames } from '#client/ui/class-names.ts';
import { UploadProgress } from '#client/ui/feedback/upload-progress.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { Picture } from '#shared/endpoints/media.ts';

import styles from './picture-field.module.css';

type OnFile = (file: File) => void;

type Options = Omit<ButtonsProps, 'onFile'> & {
  error?: string | undefined;
  onPicture: (picture: Picture) => void;
};

/** A picture that is uploaded. `controls` has its progress, its error and its buttons; `start` is for `PictureDrop`. */
export function usePictureField({ error, onPicture, ...buttons }: Options) {
  const upload = useUpload(onPicture);
  return {
    start: upload.start,
    controls: (
      <>
        <UploadProgress upload={upload} />
        {error && (
          <Text size="md" tone="bad">
            {error}
          </Text>
        )}
        <PictureButtons {...buttons} onFile={upload.start} />
      </>
    ),
  };
}

type DropProps = { className: string | undefined; onFile: OnFile; children: ReactNode };

/** A drop target for an image. The buttons offer the same without drag and drop. */
export function PictureDrop({ className, onFile, children }: DropProps) {
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  }

  return (
    <div
      className={classNames(className, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

type ButtonsProps = {
  /** Names the hidden file field. */
  label: string;
  hasImage: boolean;
  onFile: OnFile;
  onRemove: () => void;
  /** To open the file dialog from elsewhere. */
  fileField?: RefObject<HTMLInputElement | null>;
};

function PictureButtons({ hasImage, onRemove, ...file }: ButtonsProps) {
  return (
    <div className={styles.buttons}>
      <FileButton {...file}>{hasImage ? 'Replace Image' : 'Upload Image'}</FileButton>
      {hasImage && (
        <Button size="sm" tone="quiet" icon="trash" onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

type FileProps = Pick<ButtonsProps, 'label' | 'onFile' | 'fileField'> & {
  pending?: boolean;
  children: ReactNode;
};

/** Opens the file dialog. */
export function FileButton({ label, onFile, fileField, pending, children }: FileProps) {
  const ownField = useRef<HTMLInputElement>(null);
  const input = fileField ?? ownField;
  return (
    <div>
      <Button size="sm" icon="upload" pending={pending} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={pictureTypes.join(',')}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
          event.target.value = '';
        }}
      />
    </div>
  );
}
