import type { FormEvent } from 'react';

import type { Upload } from '#client/lib/use-upload.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { UploadProgress } from '#client/ui/upload-progress.tsx';

import { readField } from './read-field.ts';

import styles from './editor-dialogs.module.css';

type Props = {
  title: string;
  /** Image to show: an object URL of the file, or a picture already in the text. */
  address: string;
  upload?: Upload | undefined;
  alt: string;
  submitLabel: string;
  onSubmit: (alt: string) => void;
  onClose: () => void;
};

/** The upload runs while the alt text is written. */
export function PictureDialog(props: Props) {
  const { title, address, upload, alt, submitLabel, onSubmit, onClose } = props;
  const isReady = !upload || upload.picture !== undefined;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isReady) onSubmit(readField(event.currentTarget, 'alt'));
  }
  return (
    <Dialog title={title} closeOnBackdrop={false} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <img src={address} alt="" className={styles.preview} />
        {upload && <UploadProgress upload={upload} />}
        <TextField
          name="alt"
          label="Alt text"
          hint="What the picture shows, for people who cannot see it. Leave blank if it is only decoration."
          defaultValue={alt}
          maxLength={300}
          autoComplete="off"
        />
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone="primary"
            pending={upload?.isPending ?? false}
            disabled={!isReady && !upload?.isPending}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
