import { PictureDrop, usePictureField } from '#client/ui/form/picture-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';

import { PostPicture } from '../post-picture.tsx';
import type { PostFields } from './post-fields.ts';

import styles from './post-editor.module.css';

type Props = {
  fields: PostFields;
  error: string | undefined;
  onChange: (change: Pick<PostFields, 'displayImage' | 'picture'>) => void;
};

export function DisplayImage({ fields, error, onChange }: Props) {
  const hasImage = fields.displayImage !== null;
  const { start, controls } = usePictureField({
    label: 'Display image file',
    hasImage,
    error,
    onPicture: (picture) => onChange({ displayImage: picture.src, picture }),
    onRemove: () => onChange({ displayImage: null, picture: null }),
  });
  return (
    <Panel variant="plain" heading="Display Image" headingLevel={2}>
      <Stack>
        <PictureDrop className={styles.image} onFile={start}>
          {hasImage ? (
            <PostPicture post={fields} sizes="360px" />
          ) : (
            <Text size="md" tone="muted" className={styles.drop}>
              Drop a picture here, or choose one. Wide ones look best.
            </Text>
          )}
        </PictureDrop>
        {controls}
      </Stack>
    </Panel>
  );
}
