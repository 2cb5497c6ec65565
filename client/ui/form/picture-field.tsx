import { useRef, useState } from 'react';
import type { DragEvent, ReactNode, RefObject } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/form/button.tsx';

import styles from './picture-field.module.css';

type OnFile = (file: File) => void;

type DropProps = {
  className: string | undefined;
  overClassName: string | undefined;
  onFile: OnFile;
  children: ReactNode;
};

/** A drop target for an image. `PictureButtons` offers the same without drag and drop. */
export function PictureDrop({ className, overClassName, onFile, children }: DropProps) {
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  }

  return (
    <div
      className={classNames(className, isOver && overClassName)}
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
  types: readonly string[];
  hasImage: boolean;
  onFile: OnFile;
  onRemove: () => void;
  /** To open the file dialog from elsewhere. */
  fileField?: RefObject<HTMLInputElement | null>;
};

export function PictureButtons({
  label,
  types,
  hasImage,
  onFile,
  onRemove,
  fileField,
}: ButtonsProps) {
  const ownField = useRef<HTMLInputElement>(null);
  const input = fileField ?? ownField;
  return (
    <div className={styles.buttons}>
      <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
        {hasImage ? 'Replace Image' : 'Upload Image'}
      </Button>
      {hasImage && (
        <Button size="sm" tone="quiet" icon="trash" onClick={onRemove}>
          Remove
        </Button>
      )}
      <input
        ref={input}
        hidden
        type="file"
        accept={types.join(',')}
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
