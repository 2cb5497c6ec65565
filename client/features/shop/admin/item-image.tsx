import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import { Stack } from '#client/ui/layout.tsx';
import { PictureButtons, PictureDrop } from '#client/ui/picture-field.tsx';
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
  const upload = useUpload((picture) => onChange({ image: picture.src, picture }));
  return (
    <fieldset className={styles.image}>
      <legend className={styles.legend}>Image</legend>
      <PictureDrop className={styles.drop} overClassName={styles.over} onFile={upload.start}>
        <ItemPicture item={fields} sizes="140px" />
      </PictureDrop>
      <Stack gap={3}>
        <p className={styles.hint}>Drop an image here or choose one. Square images look best.</p>
        <UploadProgress upload={upload} />
        {error && <p className={styles.error}>{error}</p>}
        <PictureButtons
          label="Image file"
          types={pictureTypes}
          hasImage={fields.image !== null}
          onFile={upload.start}
          onRemove={() => onChange({ image: null, picture: null })}
        />
      </Stack>
    </fieldset>
  );
}
