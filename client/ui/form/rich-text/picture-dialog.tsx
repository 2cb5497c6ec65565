import type { Checked } from '#client/lib/form.ts';
import { useForm } from '#client/lib/form.ts';
import type { Upload } from '#client/lib/use-upload.ts';
import { UploadProgress } from '#client/ui/feedback/upload-progress.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';

import styles from './picture-dialog.module.css';

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
  const form = useForm({
    check: (fields): Checked<string> =>
      isReady ? { data: fields['alt']?.trim() ?? '' } : { errors: {} },
    send: async (text) => onSubmit(text),
  });
  return (
    <FormDialog
      form={{ ...form, isPending: upload?.isPending ?? false }}
      title={title}
      dialogSize="md"
      submitLabel={submitLabel}
      disabled={!isReady && !upload?.isPending}
      onClose={onClose}
    >
      <img src={address} alt="" className={styles.preview} />
      {upload && <UploadProgress upload={upload} />}
      <TextField
        name="alt"
        label="Alt text"
        hint="What the picture shows, for people who cannot see it. Leave blank if it is only decoration."
        defaultValue={alt}
        maxLength={300}
      />
    </FormDialog>
  );
}
