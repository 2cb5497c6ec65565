import { PictureDrop, usePictureField } from '#client/ui/form/picture-field.tsx';
import { ItemPicture } from '#client/ui/layout/item-picture.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Hint, Legend } from '#client/ui/text/text.tsx';

import type { ItemFields } from './item-fields.ts';

import styles from './item-editor.module.css';

type Props = {
  fields: ItemFields;
  error: string | undefined;
  onChange: (change: Pick<ItemFields, 'image' | 'picture'>) => void;
};

export function ItemImage({ fields, error, onChange }: Props) {
  const { start, controls } = usePictureField({
    label: 'Image file',
    hasImage: fields.image !== null,
    error,
    onPicture: (picture) => onChange({ image: picture.src, picture }),
    onRemove: () => onChange({ image: null, picture: null }),
  });
  return (
    <fieldset className={styles.image}>
      <Legend>Image</Legend>
      <PictureDrop className={styles.drop} onFile={start}>
        <ItemPicture item={fields} sizes="140px" />
      </PictureDrop>
      <Stack gap={3}>
        <Hint>Drop an image here or choose one. Square images look best.</Hint>
        {controls}
      </Stack>
    </fieldset>
  );
}
