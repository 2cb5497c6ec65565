import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import { UploadProgress } from '#client/ui/feedback/upload-progress.tsx';
import { PictureButtons, PictureDrop } from '#client/ui/form/picture-field.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Legend, Text } from '#client/ui/text/text.tsx';

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
      <Legend>Image</Legend>
      <PictureDrop className={styles.drop} overClassName={styles.over} onFile={upload.start}>
        <ItemPicture item={fields} sizes="140px" />
      </PictureDrop>
      <Stack gap={3}>
        <Text size="md" tone="muted">
          Drop an image here or choose one. Square images look best.
        </Text>
        <UploadProgress upload={upload} />
        {error && (
          <Text size="md" tone="bad">
            {error}
          </Text>
        )}
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
