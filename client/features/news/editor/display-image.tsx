import { pictureTypes, useUpload } from '#client/lib/use-upload.ts';
import { UploadProgress } from '#client/ui/feedback/upload-progress.tsx';
import { PictureButtons, PictureDrop } from '#client/ui/form/picture-field.tsx';
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
  const upload = useUpload((picture) => onChange({ displayImage: picture.src, picture }));
  const hasImage = fields.displayImage !== null;
  return (
    <Panel variant="plain" heading="Display Image" headingLevel={2}>
      <Stack>
        <PictureDrop className={styles.image} overClassName={styles.over} onFile={upload.start}>
          {hasImage ? (
            <PostPicture post={fields} sizes="360px" />
          ) : (
            <Text size="md" tone="muted" className={styles.drop}>
              Drop a picture here, or choose one. Wide ones look best.
            </Text>
          )}
        </PictureDrop>
        <UploadProgress upload={upload} />
        {error && (
          <Text tone="bad" size="sm" strong>
            {error}
          </Text>
        )}
        <PictureButtons
          label="Display image file"
          types={pictureTypes}
          hasImage={hasImage}
          onFile={upload.start}
          onRemove={() => onChange({ displayImage: null, picture: null })}
        />
      </Stack>
    </Panel>
  );
}
